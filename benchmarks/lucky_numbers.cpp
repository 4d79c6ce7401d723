// Lucky Numbers for benchmarks/lucky_numbers.py: the basic game, `normal` and `hard`, quickly.
//
// Everything follows luckytui/games/lucky_numbers: rules.py, bots.py and hard.py, by the same names. The Python program
// compiles this, gives it the weights, and checks that both make the same moves.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "shifted.hpp"

namespace {

constexpr int SIDE = 4, CELLS = 16, HIGHEST = 20, SEATS = 4, WIDTH = 8, TRUST = 12, MOST_MOVES = 5000;

struct Weights {
  double longest, triumph, gift, trouble, extra_turn, chance, enough, race, tempo, shortest;
} weights;

using Garden = std::array<int8_t, CELLS>;
using Pile = std::array<int, HIGHEST + 1>;  // how many there are of each tile

struct Random : Shifted {
  using Shifted::Shifted;
  int below(int most) {
    int found, bits = 32 - __builtin_clz(most);
    do found = next(bits);
    while (found >= most);
    return found;
  }
  std::vector<int> shuffled(std::vector<int> tiles) {
    std::vector<int> found;
    for (int left = tiles.size(); left; left--) {
      int place = below(left);
      found.push_back(tiles[place]);
      tiles[place] = tiles[left - 1];
    }
    return found;
  }
};

// ── The rules ───────────────────────────────────────────────────────────────────────────────────

enum Kind { DRAW, DISCARD, LAY, TAKE };

struct Move {
  Kind kind;
  int tile = 0, place = 0;
  int code() const { return 1000 * kind + 20 * tile + place; }
};

bool fits(const Garden& garden, int tile, int place) {
  if (garden[place] == tile) return false;
  for (int other = 0; other < CELLS; other++) {
    bool in_line = other / SIDE == place / SIDE || other % SIDE == place % SIDE;
    if (other == place || !in_line || !garden[other]) continue;
    if (other < place ? garden[other] >= tile : garden[other] <= tile) return false;
  }
  return true;
}

int empty_cells(const Garden& garden) { return std::count(garden.begin(), garden.end(), 0); }

Garden with_tile(Garden garden, int place, int tile) {
  garden[place] = tile;
  return garden;
}

struct State {
  int seats, turn = 0, hand = 0;
  Garden gardens[SEATS] = {};
  Pile middle = {};
  std::vector<int> stack;

  Pile unseen() const {
    Pile found{};
    for (int tile : stack) found[tile]++;
    return found;
  }
  std::vector<Move> moves() const {
    std::vector<Move> found = {{hand ? DISCARD : DRAW, hand}};
    for (int tile = 1; tile <= HIGHEST; tile++)
      for (int place = 0; place < CELLS && (hand ? tile == hand : middle[tile] > 0); place++)
        if (fits(gardens[turn], tile, place)) found.push_back({hand ? LAY : TAKE, tile, place});
    return found;
  }
  void apply(const Move& move) {
    if (move.kind == DRAW) {
      hand = stack.back();
      stack.pop_back();
      return;
    }
    if (move.kind == DISCARD) middle[move.tile]++;
    if (move.kind == TAKE) middle[move.tile]--;
    if (move.kind >= LAY) {
      int8_t& there = gardens[turn][move.place];
      if (there) middle[there]++;
      there = move.tile;
    }
    hand = 0, turn = (turn + 1) % seats;
  }
};

void windows(const Garden& garden, int* lowest, int* highest) {
  int there[CELLS];
  for (int place = 0; place < CELLS; place++) {
    int left = place % SIDE ? there[place - 1] : 0, above = place >= SIDE ? there[place - SIDE] : 0;
    lowest[place] = std::max(left, above) + 1;
    there[place] = garden[place] ? garden[place] : lowest[place];
  }
  for (int place = CELLS - 1; place >= 0; place--) {
    int right = place % SIDE < SIDE - 1 ? there[place + 1] : HIGHEST + 1;
    int below = place < CELLS - SIDE ? there[place + SIDE] : HIGHEST + 1;
    highest[place] = std::min(right, below) - 1;
    there[place] = garden[place] ? garden[place] : highest[place];
  }
}

// ── `normal` ────────────────────────────────────────────────────────────────────────────────────

class Prospects {
 public:
  explicit Prospects(const State& state) : state_(state), stack_(state.unseen()), own_(state.gardens[state.turn]) {
    std::partial_sum(stack_.begin(), stack_.end(), up_to_.begin());
    for (int seat = 0; seat < state.seats; seat++)
      if (seat != state.turn && empty_cells(state.gardens[seat]) == 1) rivals_.push_back(&state.gardens[seat]);
  }
  double of(const Move& move) const {
    if (move.kind == DISCARD) return discarded(move.tile);
    if (move.kind == LAY) return laid(move.tile, move.place, state_.middle);
    if (move.kind == TAKE) return taken(move.tile, move.place);
    long double sum = 0;
    for (int tile = 1; tile <= HIGHEST; tile++) sum += drawn(tile) * stack_[tile];
    return double(sum) / up_to_[HIGHEST];
  }

 private:
  double drawn(int tile) const {
    double best = discarded(tile);
    for (int place = 0; place < CELLS; place++)
      if (fits(own_, tile, place)) best = std::max(best, laid(tile, place, state_.middle));
    return best;
  }
  double discarded(int tile) const {
    Pile middle = state_.middle;
    middle[tile]++;
    return worth(own_) - cost_of_leaving(middle);
  }
  double taken(int tile, int place) const {
    if (own_[place] && worth(with_tile(own_, place, tile)) <= worth(own_)) return -INFINITY;
    Pile left = state_.middle;
    left[tile]--;
    return laid(tile, place, left);
  }
  double laid(int tile, int place, Pile middle) const {
    Garden garden = with_tile(own_, place, tile);
    if (!own_[place]) return empty_cells(garden) ? worth(garden) - cost_of_leaving(middle) : weights.triumph;
    middle[own_[place]]++;
    return worth(garden) - cost_of_leaving(middle) - weights.trouble;
  }
  double worth(const Garden& garden) const {
    int lowest[CELLS], highest[CELLS];
    double waiting = 0;
    windows(garden, lowest, highest);
    for (int place = 0; place < CELLS; place++) {
      int low = lowest[place], high = highest[place];
      if (garden[place]) continue;
      double chance = low > high ? 0 : (up_to_[high] - up_to_[low - 1]) / std::max(1.0, up_to_[HIGHEST]);
      waiting += low > high ? weights.longest + low - high : 1 / (chance + 1 / weights.longest);
    }
    return -waiting;
  }
  double cost_of_leaving(const Pile& middle) const {
    for (const Garden* rival : rivals_) {
      int place = std::find(rival->begin(), rival->end(), 0) - rival->begin();
      for (int tile = 1; tile <= HIGHEST; tile++) if (middle[tile] && fits(*rival, tile, place)) return weights.gift;
    }
    return 0;
  }

  const State& state_;
  Pile stack_;
  std::array<double, HIGHEST + 1> up_to_;
  Garden own_;
  std::vector<const Garden*> rivals_;
};

// ── `hard` ──────────────────────────────────────────────────────────────────────────────────────

int aparts[CELLS][CELLS];
double waits[3 * HIGHEST];

// Returns how many draws a cell waits by how far apart the lowest and the highest number for it are.
double wait(int room) { return waits[room + 2 * HIGHEST]; }

struct Plan { double brings = 0; int place = -1; };

struct Outlook {
  Garden garden;
  int lowest[CELLS], highest[CELLS], size = 0, empty[CELLS];
  double waiting = 0;
  uint32_t planned = 0;
  Plan plans[HIGHEST + 1];

  Outlook() = default;
  explicit Outlook(const Garden& garden_) : garden(garden_) {
    windows(garden, lowest, highest);
    for (int place = 0; place < CELLS; place++) {
      if (garden[place]) continue;
      empty[size++] = place;
      waiting += wait(highest[place] - lowest[place]);
    }
  }
  const Plan& plan(int tile) {
    Plan& best = plans[tile];
    if (planned >> tile & 1) return best;
    planned |= 1u << tile;
    for (int place = 0; place < CELLS; place++) {
      if (tile < lowest[place] || tile > highest[place] || tile == garden[place]) continue;
      const Garden base = with_tile(garden, place, 0);
      double brings = waiting - (garden[place] ? Outlook(base) : *this).waiting_with(tile, place);
      if (brings >= best.brings) best = {brings, place};
    }
    return best;
  }
  double waiting_with(int tile, int place) const {
    double found = 0;
    for (int i = 0; i < size; i++) {
      int near = empty[i], low = lowest[near], high = highest[near], bound = tile + aparts[place][near];
      if (near == place) continue;
      if (low < bound && bound > tile) low = bound;
      else if (high > bound && bound < tile) high = bound;
      found += wait(high - low);
    }
    return found;
  }
};

struct Course {
  int seats, turn, size;
  uint32_t middle = 0;  // its numbers, as bits
  const int* stack;
  Outlook outlooks[SEATS];

  Course(const State& state, const std::vector<Outlook>& seen)
      : seats(state.seats), turn(state.turn), size(state.stack.size()), stack(nullptr) {
    for (int tile = 1; tile <= HIGHEST; tile++) if (state.middle[tile]) middle |= 1u << tile;
    std::copy(seen.begin(), seen.end(), outlooks);
  }
  double play_out(const Move& move, int ahead) {
    int seat = turn;
    if (move.kind == DRAW) draw(seat);
    if (move.kind == DISCARD) discard(seat, move.tile);
    if (move.kind == LAY) lay(seat, move.tile, move.place);
    if (move.kind == TAKE) take(seat, move.tile, move.place);
    for (int turns = ahead * seats; turns > 0 && !is_over(); turns--) play_turn(turn);
    return share(seat);
  }

 private:
  bool is_over() const {
    return !size || std::any_of(outlooks, outlooks + seats, [](const Outlook& one) { return !one.size; });
  }
  double share(int seat) {
    double strengths[SEATS], all = 0;
    int least = CELLS;
    for (int other = 0; other < seats; other++) least = std::min(least, outlooks[other].size);
    bool over = is_over();
    for (int other = 0; other < seats; other++) {
      double left = over ? 0 : std::log(std::max(weights.shortest, outlooks[other].waiting - best(other).brings));
      double turns = (other - turn + seats) % seats;
      strengths[other] = over ? outlooks[other].size == least : std::exp(-weights.race * left - weights.tempo * turns);
      all += strengths[other];
    }
    return strengths[seat] / all;
  }
  struct Take { double brings = 0; int tile = 0; };
  Take best(int seat) {
    Take found;
    for (uint32_t left = middle; left; left &= left - 1) {
      int tile = __builtin_ctz(left);
      double brings = outlooks[seat].plan(tile).brings;
      if (brings >= found.brings) found = {brings, tile};
    }
    return found;
  }
  void play_turn(int seat) {
    Take found = best(seat);
    if (found.brings > weights.enough) take(seat, found.tile, outlooks[seat].plan(found.tile).place);
    else draw(seat);
  }
  void draw(int seat) {
    int tile = stack[--size];
    const Plan& plan = outlooks[seat].plan(tile);
    if (plan.brings > 0) lay(seat, tile, plan.place);
    else discard(seat, tile);
  }
  void discard(int seat, int tile) { middle |= 1u << tile, turn = (seat + 1) % seats; }
  void take(int seat, int tile, int place) { middle &= ~(1u << tile), lay(seat, tile, place); }
  void lay(int seat, int tile, int place) {
    if (int there = outlooks[seat].garden[place]) middle |= 1u << there;
    outlooks[seat] = Outlook(with_tile(outlooks[seat].garden, place, tile));
    turn = (seat + 1) % seats;
  }
};

// Returns the move of `hard`; without iterations, that of `normal`.
Move chosen(const State& state, int think, int ahead, Random& random) {
  std::vector<Move> moves = state.moves();
  std::vector<double> sums;
  Prospects prospects(state);
  for (const Move& move : moves) sums.push_back(prospects.of(move));
  std::vector<int> left(moves.size());
  std::iota(left.begin(), left.end(), 0);
  auto by_sum = [&](int i, int j) { return sums[i] > sums[j]; };
  std::stable_sort(left.begin(), left.end(), by_sum);
  if (!think) {
    auto worse = [&](int i) { return sums[i] < sums[left[0]]; };
    return moves[left[random.below(std::find_if(left.begin(), left.end(), worse) - left.begin())]];
  }
  left.resize(std::min<size_t>(left.size(), WIDTH));
  left.erase(std::remove_if(left.begin(), left.end(), [&](int i) { return std::isinf(sums[i]); }), left.end());
  for (double& sum : sums) sum *= TRUST * weights.chance;

  uint64_t worlds = random.next(53), world = 0;
  std::vector<int> unseen = state.stack;
  std::sort(unseen.begin(), unseen.end());
  std::vector<Outlook> outlooks;
  for (int seat = 0; seat < state.seats; seat++) outlooks.emplace_back(state.gardens[seat]);
  const Course start(state, outlooks);
  double rounds = left.size() == 1 ? 0 : std::ceil(std::log2(left.size()));
  for (int number = 0; number < rounds; number++) {
    for (int times = std::ceil(think / rounds / left.size()); times > 0; times--) {
      std::vector<int> stack = Random(worlds + world++).shuffled(unseen);
      for (int i : left) {
        Course course = start;
        course.stack = stack.data();
        sums[i] += course.play_out(moves[i], ahead);
      }
    }
    std::stable_sort(left.begin(), left.end(), by_sum);
    left.resize((left.size() + 1) / 2);
  }
  return moves[left[0]];
}

// Returns which part of a game the seat `own` wins, with this many iterations, against others with theirs.
double play(int seats, int own, int think, int others, int ahead, uint64_t seed) {
  Random chance(seed);
  State state{seats};
  for (int seat = 0; seat < seats; seat++)
    for (int tile = 1; tile <= HIGHEST; tile++) state.stack.push_back(tile);
  state.stack = chance.shuffled(state.stack);
  for (int seat = 0; seat < seats; seat++) {
    std::sort(state.stack.end() - SIDE, state.stack.end());
    for (int line = SIDE - 1; line >= 0; line--, state.stack.pop_back())
      state.gardens[seat][line * (SIDE + 1)] = state.stack.back();
  }
  Random random(seed + 1 + own);
  for (int moves = 0; moves < MOST_MOVES; moves++) {
    int seat = state.turn;
    state.apply(chosen(state, seat == own ? think : others, ahead, random));
    if (state.hand) continue;
    int empty[SEATS];
    std::transform(state.gardens, state.gardens + seats, empty, empty_cells);
    int least = *std::min_element(empty, empty + seats);
    if (!least || state.stack.empty()) return empty[own] > least ? 0 : 1.0 / std::count(empty, empty + seats, least);
  }
  return 0;
}

}  // namespace

extern "C" {

void set_up(const double* given) {
  std::memcpy(&weights, given, sizeof weights);
  for (int one = 0; one < CELLS; one++)
    for (int other = 0; other < CELLS; other++) {
      int down = other / SIDE - one / SIDE, right = other % SIDE - one % SIDE;
      aparts[one][other] = down * right >= 0 ? down + right : 0;
    }
  for (int room = -2 * HIGHEST; room < HIGHEST; room++)
    waits[room + 2 * HIGHEST] =
        room >= 0 ? 1 / ((room + 1.0) / HIGHEST + 1 / weights.longest) : weights.longest - room;
}

// `told`: how many seats there are, whose turn it is, the tile in the hand, the numbers of the middle and of the stack, and
// the gardens.
int action(const int* told, int think, int ahead, uint64_t seed) {
  State state{told[0], told[1], told[2]};
  std::copy_n(told + 3, HIGHEST + 1, state.middle.begin());
  told += 3 + HIGHEST + 1;
  for (int tile = 1; tile <= HIGHEST; tile++) state.stack.insert(state.stack.end(), told[tile], tile);
  for (int seat = 0; seat < state.seats; seat++)
    std::copy_n(told + HIGHEST + 1 + seat * CELLS, CELLS, state.gardens[seat].begin());
  Random random(seed);
  return chosen(state, think, ahead, random).code();
}

// Plays deals, each with every seat in turn with `think` iterations against others with theirs, and writes what it won.
void play_deals(int seats, int deals, int think, int others, int ahead, uint64_t seed, double* won) {
  for (int deal = 0; deal < deals; deal++) {
    won[deal] = 0;
    for (int own = 0; own < seats; own++)
      won[deal] += play(seats, own, think, others, ahead, (seed << 32) + deal * 16) / seats;
  }
}
}
