// Lucky Squares with three seats for benchmarks/lucky_squares.py: `normal`, `hard` and bots made to beat it, quickly.
//
// All but the latter follows luckytui/games/lucky_squares: rules.py, bots.py, solver.py and hard.py, by the same names.
// The Python program compiles this, gives it the weights, and checks that both make the same choices.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "shifted.hpp"

namespace {

constexpr int SEATS = 3, SQUARES = 6, KINDS = 7, ROUNDS = 3, START_CENTS = 10, ROLLS = 5;
constexpr int PASSES = 120, WIDTH = 12, DEALS = 16, TRUST = 4;
constexpr double PLAIN = 0.5, HASTY = 0.25, RARE = 0.05, ROLL = 3.5;
constexpr int BY_NAME[SQUARES] = {5, 2, 4, 3, 0, 1};  // the squares in the order of their moves

enum Kind { PASS, CHANGE, SWAP, POPULATE, SPLIT, FORBID, REVEAL };
constexpr int COSTS[KINDS] = {0, 2, 3, 2, 2, 3, 1};

struct Weights { double doubt, reach, lasting, envy, cent, late_cent; } weights;

using Odds = std::array<double, SQUARES>;

struct Move {
  Kind kind = PASS;
  int a = 0, b = 0, c = 0;
  int code() const { return 1000 * kind + 100 * a + 10 * b + c; }
};

struct Random : Shifted {
  using Shifted::Shifted;
  double uniform() { return next(53) * 0x1p-53; }
  int below(int most) { return int(uniform() * most); }
  int choice(const double* shares, int size) {
    double up_to[KINDS];
    std::partial_sum(shares, shares + size, up_to);
    return std::upper_bound(up_to, up_to + size - 1, uniform() * up_to[size - 1]) - up_to;
  }
};

template <class Values>
double most_of(const Values& values) { return *std::max_element(std::begin(values), std::end(values)); }

// Adds up as exactly as Python's fsum.
double sum_of(const double* values, int size) { return std::accumulate(values, values + size, 0.0L); }

Odds sure(int square) {
  Odds odds{};
  odds[square] = 1;
  return odds;
}

// ── What is seen ────────────────────────────────────────────────────────────────────────────────

struct Pending {  // the seats still to act
  int size, seats[SEATS + 1];
  int operator[](int place) const { return seats[place]; }
  void drop(int place) { std::copy(seats + place + 1, seats + size--, seats + place); }
  int later(int seat) const { return std::count(seats + 1, seats + size, seat); }
  int others() const { return size - 1 - later(seats[0]); }
  void forbid(int seat) {
    if (int* lost = std::find(seats, seats + size, seat); lost < seats + size) drop(lost - seats);
  }
};

// Does what both a real round and an imagined one do with the squares.
void act_on(double* squares, const Move& move, double roll) {
  if (move.kind == SWAP) std::swap(squares[move.a], squares[move.b]);
  if (move.kind == POPULATE) squares[move.a] += roll;
  if (move.kind != SPLIT) return;
  double half = std::floor(squares[move.a] / 2);
  squares[move.a] -= 2 * half, squares[move.b] += half, squares[move.c] += half;
}

struct View {
  int number, lead, seat, pick;
  Pending pending;
  double cents[SEATS], squares[SQUARES], at_pick[SQUARES];
  int cards[SEATS];  // -1: hidden
  bool changed[SEATS];

  int place(int of) const { return (of - lead + SEATS) % SEATS; }

  std::vector<Move> moves() const {
    std::vector<Move> found;
    double own = cents[seat];
    auto add = [&](Move move) { if (COSTS[move.kind] <= own) found.push_back(move); };
    for (int square : BY_NAME) if (square != pick) add({CHANGE, square});
    for (int other = 0; other < SEATS; other++) if (other != seat && pending.later(other)) add({FORBID, other});
    add({PASS});
    for (int square : BY_NAME) add({POPULATE, square});
    for (int other = 0; other < SEATS; other++) if (cards[other] < 0) add({REVEAL, other});
    auto add_pairs = [&](Kind kind, int source) {
      for (int i : BY_NAME)
        for (int j : BY_NAME) {
          if (i >= j || i == source || j == source) continue;
          if (kind == SPLIT) add({SPLIT, source, i, j});
          else if (squares[i] || squares[j]) add({SWAP, i, j});
        }
    };
    for (int source : BY_NAME) if (squares[source] >= 2) add_pairs(SPLIT, source);
    add_pairs(SWAP, -1);
    return found;
  }
};

Odds mixed_pick(const double* squares) {
  double most = *std::max_element(squares, squares + SQUARES), worths[SQUARES], low = 0, high = 0;
  for (int i = 0; i < SQUARES; i++) {
    worths[i] = std::max(1.0, squares[i] + weights.reach * std::max(0.0, most - squares[i] - COSTS[SWAP]));
    high = std::max(high, worths[i]);
  }
  Odds odds;
  auto total = [&](double pays) {
    for (int i = 0; i < SQUARES; i++) odds[i] = std::max(0.0, 1 - std::pow(pays / worths[i], 1.0 / (SEATS - 1)));
    return sum_of(odds.data(), SQUARES);
  };
  for (int i = 0; i < 30; i++) {
    double pays = (low + high) / 2;
    (total(pays) > 1 ? low : high) = pays;
  }
  double all = total(low);
  for (double& chance : odds) chance /= all;
  return odds;
}

// ── `normal` ────────────────────────────────────────────────────────────────────────────────────

struct Outlook {
  std::array<double, SQUARES> squares;
  std::array<Odds, SEATS> odds;

  Outlook knowing(int seat, int card) const {
    Outlook known = *this;
    known.odds[seat] = sure(card);
    return known;
  }
  Outlook after(int seat, const Move& move) const {
    if (move.kind == CHANGE) return knowing(seat, move.a);
    Outlook found = *this;
    act_on(found.squares.data(), move, ROLL);
    return found;
  }
  double standing(int seat) const {
    double worth[SQUARES];
    for (int square = 0; square < SQUARES; square++) {
      double alone[SEATS];
      for (int owner = 0; owner < SEATS; owner++) {
        double nobody = 1;
        for (int rival = 0; rival < SEATS; rival++) if (rival != owner) nobody *= 1 - odds[rival][square];
        alone[owner] = odds[owner][square] * nobody;
      }
      double others = (sum_of(alone, SEATS) - alone[seat]) / (SEATS - 1);
      worth[square] = (alone[seat] - weights.envy * others) * squares[square];
    }
    return sum_of(worth, SQUARES);
  }
  Move best_plan(int seat, int card, double cents) const {
    Move best;
    double most = -INFINITY;
    auto look_at = [&](Move move) {
      if (COSTS[move.kind] > cents) return;
      double brings = after(seat, move).standing(seat) - COSTS[move.kind];
      if (brings > most) most = brings, best = move;
    };
    look_at({PASS}), look_at({POPULATE, card});
    for (int square = 0; square < SQUARES; square++) if (square != card) look_at({CHANGE, square});
    for (int i = 0; i < SQUARES; i++)
      for (int j = i + 1; j < SQUARES; j++) if (i == card || j == card) look_at({SWAP, i, j});
    return best;
  }
};

// `hidden` says what is believed of each seat's card; without it, that it was picked as `normal` picks.
Outlook public_outlook(const View& view, const Odds* hidden = nullptr) {
  Outlook outlook;
  std::copy(view.squares, view.squares + SQUARES, outlook.squares.begin());
  Odds doubted = mixed_pick(view.squares);
  for (double& chance : doubted) chance = (1 - weights.doubt) * chance + weights.doubt / SQUARES;
  for (int seat = 0; seat < SEATS; seat++)
    outlook.odds[seat] = view.cards[seat] >= 0 ? sure(view.cards[seat])
                         : hidden && !view.changed[seat] ? hidden[seat] : doubted;
  return outlook;
}

double gain(const View& view, const Outlook& known, const Move& move) {
  int seat = view.seat;
  Outlook mine = known.knowing(seat, view.pick);
  double worth = 0;
  if (move.kind == REVEAL && view.pending.later(seat)) {
    for (int card = 0; card < SQUARES; card++) {
      if (!mine.odds[move.a][card]) continue;
      Outlook seen = mine.knowing(move.a, card);
      Move plan = seen.best_plan(seat, view.pick, view.cents[seat] - COSTS[REVEAL]);
      worth += mine.odds[move.a][card] * (seen.after(seat, plan).standing(seat) - COSTS[plan.kind]);
    }
    worth -= mine.standing(seat);
  } else if (move.kind == FORBID) {
    for (int card = 0; card < SQUARES; card++) {
      if (!mine.odds[move.a][card]) continue;
      Move plan = known.knowing(move.a, card).best_plan(move.a, card, view.cents[move.a]);
      Outlook now = mine.knowing(move.a, card);
      worth += mine.odds[move.a][card] * (now.standing(seat) - now.after(move.a, plan).standing(seat));
    }
  } else if (move.kind != REVEAL) {
    worth = mine.after(seat, move).standing(seat) - mine.standing(seat);
  }
  return worth * std::pow(weights.lasting, view.pending.others()) - COSTS[move.kind];
}

Move normal_move(const View& view) {
  Outlook known = public_outlook(view);
  Move best;
  double most = 0;
  for (const Move& move : view.moves())
    if (double brings = gain(view, known, move); brings > most) most = brings, best = move;
  return best;
}

// ── The solver ──────────────────────────────────────────────────────────────────────────────────

using Cents = std::array<double, SEATS>;

struct Stakes {
  bool is_last;
  double cent;
  Cents shares, slopes, envies[SEATS];

  Stakes(const double* cents, int number) : is_last(number == ROUNDS) {
    cent = weights.cent * (number >= ROUNDS - 1 ? weights.late_cent : 1);
    shares = hoped({cents[0], cents[1], cents[2]});
    for (int seat = 0; seat < SEATS; seat++) {
      slopes[seat] = cent * shares[seat] * (1 - shares[seat]);
      for (int other = 0; other < SEATS; other++) envies[seat][other] = shares[other] / (1 - shares[seat]);
    }
  }
  double of(const Cents& ends, int seat) const {
    if (!is_last) return hoped(ends)[seat];
    double most = most_of(ends);
    return ends[seat] < most ? 0 : 1.0 / std::count(ends.begin(), ends.end(), most);
  }
  Cents hoped(const Cents& cents) const {
    double most = most_of(cents);
    Cents found;
    for (int seat = 0; seat < SEATS; seat++) found[seat] = std::exp(cent * (cents[seat] - most));
    double total = sum_of(found.data(), SEATS);
    for (double& share : found) share /= total;
    return found;
  }
};

struct Position {
  double squares[SQUARES];
  Cents cents;
  Pending pending;
  int cards[SEATS];
  Odds odds[SEATS];
  bool plain[SEATS];

  bool is_open(int seat) const { return most_of(odds[seat]) == 1; }
  void act(const Move& move, double roll = ROLL) {
    int seat = pending[0];
    pending.drop(0);
    cents[seat] -= COSTS[move.kind];
    act_on(squares, move, roll);
    if (move.kind == CHANGE) {
      bool shown = is_open(seat);
      cards[seat] = move.a;
      if (shown) odds[seat] = sure(move.a);
    }
    if (move.kind == FORBID) pending.forbid(move.a);
    if (move.kind == REVEAL) odds[move.a] = sure(cards[move.a]);
  }
  Cents ends() const {
    Cents found = cents;
    for (int seat = 0; seat < SEATS; seat++)
      if (std::count(cards, cards + SEATS, cards[seat]) == 1) found[seat] += squares[cards[seat]];
    return found;
  }
};

struct Prospects {
  const double* squares;
  int card;
  double cents, moving[SQUARES], worths[SQUARES];

  Prospects(const Position& position, const Cents& envies) : squares(position.squares) {
    int seat = position.pending[0];
    card = position.cards[seat], cents = position.cents[seat];
    for (int square = 0; square < SQUARES; square++) {
      double alone = 1, others = 0;
      for (int rival = 0; rival < SEATS; rival++) {
        double chance = position.odds[rival][square];
        if (rival == seat || !chance) continue;
        others = (1 - chance) * others + chance * envies[rival] * alone;
        alone *= 1 - chance;
      }
      moving[square] = alone + others;
      worths[square] = square == card ? alone : -others;
    }
  }
  double best(int kind, Move& plan) const {
    double most = -INFINITY;
    plan = Move();
    auto look_at = [&](double brings, Move move) { if (brings >= most) most = brings, plan = move; };
    if (kind == PASS || COSTS[kind] > cents) return 0;
    if (kind == CHANGE) {
      for (int square = SQUARES - 1; square >= 0; square--)
        if (square != card) look_at(moving[square] * squares[square], {CHANGE, square});
      most -= moving[card] * squares[card];
    } else if (kind == SWAP) {
      for (int i = 0; i < SQUARES; i++)
        for (int j = i + 1; j < SQUARES; j++)
          look_at((squares[j] - squares[i]) * (worths[i] - worths[j]), {SWAP, i, j});
    } else if (kind == POPULATE) {
      look_at(ROLL * worths[card], {POPULATE, card});
    } else if (kind == SPLIT) {
      int richest[SQUARES];
      std::iota(richest, richest + SQUARES, 0);
      std::stable_sort(richest, richest + SQUARES, [&](int i, int j) { return worths[i] > worths[j]; });
      for (int source = 0; source < SQUARES; source++) {
        double half = std::floor(squares[source] / 2);
        int one = richest[richest[0] == source], other = richest[richest[0] == source || richest[1] == source ? 2 : 1];
        if (one > other) std::swap(one, other);
        if (half) look_at(half * (worths[one] + worths[other] - 2 * worths[source]), {SPLIT, source, one, other});
      }
    }
    return plan.kind == PASS ? 0 : most - COSTS[kind];
  }
  Move alone(int others) const {
    double lasting = std::pow(weights.lasting, others), most = 0;
    Move best_move, plan;
    for (int kind = CHANGE; kind <= SPLIT; kind++) {
      double lasts = lasting * best(kind, plan) - (1 - lasting) * COSTS[kind];
      if (lasts > most) most = lasts, best_move = plan;
    }
    return best_move;
  }
};

struct Choices { int size = 0; int of[KINDS]; };
constexpr Choices ALL_SQUARES = {SQUARES, {0, 1, 2, 3, 4, 5}};

struct Learner {
  double regrets[KINDS] = {}, played[KINDS] = {};

  static void shares(const double* weights, const Choices& open_to, double* found) {
    for (int i = 0; i < open_to.size; i++) found[i] = weights[open_to.of[i]];
    double total = sum_of(found, open_to.size);
    for (int i = 0; i < open_to.size; i++) found[i] = total ? found[i] / total : 1.0 / open_to.size;
  }
  double learn(const Choices& open_to, const double* mix, const double* brought) {
    double parts[KINDS];
    std::transform(mix, mix + open_to.size, brought, parts, std::multiplies<double>());
    double mean = sum_of(parts, open_to.size);
    for (int i = 0; i < open_to.size; i++) {
      double& regret = regrets[open_to.of[i]];
      regret = std::max(0.0, regret + brought[i] - mean);
    }
    return mean;
  }
  void note(const Choices& open_to, const double* mix, int weight) {
    for (int i = 0; i < open_to.size; i++) played[open_to.of[i]] += weight * mix[i];
  }
};

class Round {
 public:
  Stakes stakes;
  Position start;

  Round(const View& view, const Stakes& stakes_, const Odds* odds = nullptr) : stakes(stakes_), are_picked_(odds) {
    std::copy_n(odds ? view.squares : view.at_pick, SQUARES, start.squares);
    std::copy_n(view.cents, SEATS, start.cents.begin());
    start.pending = view.pending;
    if (!odds) start.pending = {4, {view.lead, (view.lead + 1) % SEATS, (view.lead + 2) % SEATS, view.lead}};
    for (int seat = 0; seat < SEATS; seat++) {
      if (odds) start.odds[seat] = odds[seat];
      else start.odds[seat].fill(1.0 / SQUARES);
      start.plain[seat] = false;
    }
    for (int place = 0; place + 1 < start.pending.size; place++)
      if (std::find(learners_.begin(), learners_.end(), start.pending[place]) == learners_.end())
        learners_.push_back(start.pending[place]);
  }

  Odds picks(int seat) const {
    Odds odds;
    Learner::shares(picks_[seat].played, ALL_SQUARES, odds.data());
    return odds;
  }
  void learn(int passes) {
    while (passes-- > 0) {
      passes_++;
      int learner = learners_[passes_ % learners_.size()];
      are_picked_ ? learn_actions(learner) : learn_picks(learner);
    }
  }
  double play_out(int seat, const Move& move, const int* cards, Random& random) {
    Position position = dealt(cards);
    make_plain_but(seat, position, random);
    position.act(move);
    return finish(position, seat, random, false);
  }
  double brought_last(int seat, const Move& move, const Odds* known) const {
    double brings = 0;
    int cards[SEATS], rolls = move.kind == POPULATE ? SQUARES : 1;
    for (cards[0] = 0; cards[0] < SQUARES; cards[0]++)
      for (cards[1] = 0; cards[1] < SQUARES; cards[1]++)
        for (cards[2] = 0; cards[2] < SQUARES; cards[2]++) {
          double chance = known[0][cards[0]] * known[1][cards[1]] * known[2][cards[2]];
          for (int roll = 1; roll <= rolls && chance; roll++) {
            Position position = dealt(cards);
            position.act(move, roll);
            brings += chance * stakes.of(position.ends(), seat) / rolls;
          }
        }
    return brings;
  }

 private:
  Position dealt(const int* cards) const {
    Position position = start;
    std::copy_n(cards, SEATS, position.cards);
    return position;
  }
  static void make_plain_but(int seat, Position& position, Random& random) {
    for (int other = 0; other < SEATS; other++)
      if (other != seat) position.plain[other] = random.uniform() < HASTY;
  }
  void learn_picks(int learner) {
    double mixes[SEATS][SQUARES], brought[SQUARES];
    int cards[SEATS];
    Position position = start;
    for (int seat = 0; seat < SEATS; seat++) {
      Learner::shares(picks_[seat].regrets, ALL_SQUARES, mixes[seat]);
      position.odds[seat] = picks(seat);
    }
    for (int seat = 0; seat < SEATS; seat++) picks_[seat].note(ALL_SQUARES, mixes[seat], passes_);
    for (int seat = 0; seat < SEATS; seat++) cards[seat] = random_.choice(mixes[seat], SQUARES);
    for (int& card = cards[learner] = 0; card < SQUARES; card++) {
      Position tried = position;
      std::copy_n(cards, SEATS, tried.cards);
      brought[card] = finish(tried, learner, random_, true);
    }
    picks_[learner].learn(ALL_SQUARES, mixes[learner], brought);
  }
  void learn_actions(int learner) {
    int cards[SEATS];
    for (int seat = 0; seat < SEATS; seat++) cards[seat] = random_.choice(start.odds[seat].data(), SQUARES);
    Position position = dealt(cards);
    make_plain_but(learner, position, random_);
    finish(position, learner, random_, true);
  }
  double finish(Position& position, int of, Random& random, bool learns) {
    while (position.pending.size) {
      int seat = position.pending[0];
      Prospects prospects(position, stakes.envies[seat]);
      if (position.pending.size == 1 || position.plain[seat]) {
        position.act(prospects.alone(position.pending.others()));
        continue;
      }
      Learner& learned = actions_[seat][position.pending.later(seat)][position.cards[seat]][position.is_open(seat)];
      Choices kinds = kinds_of(position);
      double mix[KINDS], brought[KINDS];
      Learner::shares(learns ? learned.regrets : learned.played, kinds, mix);
      if (learns && seat == of) {
        for (int i = 0; i < kinds.size; i++) {
          Position after = position;
          after.act(plan(position, prospects, kinds.of[i]));
          brought[i] = finish(after, of, random, true);
        }
        return learned.learn(kinds, mix, brought);
      }
      if (learns) learned.note(kinds, mix, passes_);
      position.act(plan(position, prospects, kinds.of[random.choice(mix, kinds.size)]));
    }
    return stakes.of(position.ends(), of);
  }
  Choices kinds_of(const Position& position) const {
    Choices kinds;
    int seat = position.pending[0];
    for (int kind = PASS; kind <= SPLIT; kind++)
      if (COSTS[kind] <= position.cents[seat]) kinds.of[kinds.size++] = kind;
    if (COSTS[FORBID] <= position.cents[seat] && position.pending.others()) kinds.of[kinds.size++] = FORBID;
    if (COSTS[REVEAL] <= position.cents[seat] && position.pending.later(seat) && strongest_hidden(position) >= 0)
      kinds.of[kinds.size++] = REVEAL;
    return kinds;
  }
  int strongest_hidden(const Position& position) const {
    int seat = position.pending[0], found = -1;
    const Cents& envies = stakes.envies[seat];
    for (int other = 0; other < SEATS; other++)
      if (other != seat && !position.is_open(other) && (found < 0 || envies[other] > envies[found])) found = other;
    return found;
  }
  Move plan(const Position& position, const Prospects& prospects, int kind) const {
    Move found;
    if (kind == REVEAL) return {REVEAL, strongest_hidden(position)};
    for (int place = position.pending.size - 1; kind == FORBID; place--)
      if (position.pending[place] != position.pending[0]) return {FORBID, position.pending[place]};
    prospects.best(kind, found);
    return found;
  }

  bool are_picked_;
  Random random_{0};
  Learner picks_[SEATS], actions_[SEATS][2][SQUARES][2];
  int passes_ = 0;
  std::vector<int> learners_;
};

// ── `hard` ──────────────────────────────────────────────────────────────────────────────────────

Odds hard_picks(const View& view, int passes) {
  Round solved(view, Stakes(view.cents, view.number));
  solved.learn(passes);
  Odds odds = solved.picks(view.seat);
  double most = most_of(odds);
  for (double& chance : odds) chance *= chance > RARE * most;
  return odds;
}

Move hard_move(const View& view, int think, Random& random) {
  Stakes stakes(view.cents, view.number);
  Round before(view, stakes);
  before.learn(PASSES);
  Odds plainly = mixed_pick(view.at_pick), later = mixed_pick(view.squares), odds[SEATS], known[SEATS];
  for (int seat = 0; seat < SEATS; seat++) {
    Odds picked = before.picks(seat);
    for (int i = 0; i < SQUARES; i++) picked[i] = PLAIN * plainly[i] + (1 - PLAIN) * picked[i];
    odds[seat] = view.cards[seat] >= 0 ? sure(view.cards[seat]) : view.changed[seat] ? later : picked;
    known[seat] = seat == view.seat ? sure(view.pick) : odds[seat];
  }
  Round solved(view, stakes, odds);
  std::vector<Move> moves = view.moves();
  std::vector<double> sums(moves.size());
  auto by_sum = [&](int i, int j) { return sums[i] > sums[j]; };
  if (view.pending.size == 1) {
    for (size_t i = 0; i < moves.size(); i++) sums[i] = solved.brought_last(view.seat, moves[i], known);
    return moves[std::max_element(sums.begin(), sums.end()) - sums.begin()];
  }
  solved.learn(PASSES);

  Outlook outlook = public_outlook(view);
  std::vector<int> ranked(moves.size()), left;
  std::iota(ranked.begin(), ranked.end(), 0);
  for (size_t i = 0; i < moves.size(); i++) {
    sums[i] = gain(view, outlook, moves[i]);
    if (moves[i].kind == PASS) left.push_back(i);
  }
  std::stable_sort(ranked.begin(), ranked.end(), by_sum);
  auto keep = [&](int i) { if (std::find(left.begin(), left.end(), i) == left.end()) left.push_back(i); };
  std::for_each(ranked.begin(), ranked.begin() + std::min<size_t>(WIDTH, ranked.size()), keep);
  for (size_t i = 0; i < moves.size(); i++) if (moves[i].kind >= FORBID) keep(i);
  for (double& sum : sums) sum = TRUST * (stakes.shares[view.seat] + stakes.slopes[view.seat] * sum);

  uint64_t worlds = random.next(53), world = 0;
  double rounds = std::ceil(std::log2(std::max<size_t>(2, left.size())));
  for (int number = 0; number < rounds; number++) {
    for (int times = std::ceil(think / rounds / left.size()); times > 0; times--) {
      Random chance(worlds + world++);
      int deals[DEALS][SEATS];
      uint64_t seeds[DEALS];
      for (auto& deal : deals)
        for (int seat = 0; seat < SEATS; seat++) deal[seat] = chance.choice(known[seat].data(), SQUARES);
      for (uint64_t& seed : seeds) seed = chance.next(53);
      for (int i : left) {
        double brings[DEALS];
        for (int deal = 0; deal < DEALS; deal++) {
          Random random_of_deal(seeds[deal]);
          brings[deal] = solved.play_out(view.seat, moves[i], deals[deal], random_of_deal);
        }
        sums[i] += sum_of(brings, DEALS) / DEALS;
      }
    }
    std::stable_sort(left.begin(), left.end(), by_sum);
    left.resize((left.size() + 1) / 2);
  }
  return moves[left[0]];
}

// ── The bots ────────────────────────────────────────────────────────────────────────────────────

struct Bot {
  Random random;
  explicit Bot(uint64_t seed) : random(seed) {}
  virtual ~Bot() = default;
  virtual int pick(const View& view) { return random.choice(mixed_pick(view.squares).data(), SQUARES); }
  virtual Move act(const View& view) { return normal_move(view); }
};

std::array<int, SQUARES> ranked(const double* squares) {
  std::array<int, SQUARES> found = {0, 1, 2, 3, 4, 5};
  std::stable_sort(found.begin(), found.end(), [&](int i, int j) { return squares[i] > squares[j]; });
  return found;
}

struct Easy : Bot {  // so far as its games with `normal` need it
  using Bot::Bot;
  int pick(const View& view) override { return ranked(view.squares)[random.below(3)]; }
  Move act(const View&) override { return Move(); }
};

struct Hard : Bot {
  int think;
  Hard(uint64_t seed, int think_) : Bot(seed), think(think_) {}
  int pick(const View& view) override { return random.choice(hard_picks(view, think).data(), SQUARES); }
  Move act(const View& view) override { return hard_move(view, think, random); }
};

// As lead player picks the poorest square, else the second richest; then takes the best single action.
struct Rule : Bot {
  using Bot::Bot;
  int pick(const View& view) override { return ranked(view.squares)[view.lead == view.seat ? 5 : 1]; }
};

// Waits for its last action, and may forbid that of the lead player while there is much to win.
struct Patient : Bot {
  using Bot::Bot;
  int pick(const View& view) override {
    return ranked(view.squares)[random.below(3) + 3 * (view.lead == view.seat)];
  }
  Move act(const View& view) override {
    if (view.pending.later(view.seat)) return Move();
    bool may = view.lead != view.seat && view.pending.later(view.lead) && view.cents[view.seat] >= COSTS[FORBID];
    if (may && most_of(view.squares) >= 8 && random.uniform() < 0.5) return {FORBID, view.lead};
    return Bot::act(view);
  }
};

// Knows how often the others pick each rank of square, and has learned which rank to pick and which kind of action to
// take from what a round brought of the win: by its place after the lead player, its lead, and what its square promises.
struct Learned : Bot {
  struct Brought { double times = 0, sum = 0; };
  static inline std::map<int, std::array<Brought, KINDS>> known;
  static inline double picked[SEATS][SQUARES];  // by the place after the lead player and the rank
  static inline bool is_learning;
  std::vector<Brought*> made;

  using Bot::Bot;
  int choose(int situation, const Choices& choices) {
    auto& brought = known[situation];
    int best = -1;
    double most = -INFINITY;
    for (int i = 0; i < choices.size; i++) {
      auto [times, sum] = brought[choices.of[i]];
      double hoped = !is_learning ? (sum + 1) / (times + 5)
                     : times ? sum / times + (0.5 + 0.5 * random.uniform()) / std::sqrt(times) : 10 + random.uniform();
      if (hoped > most) most = hoped, best = choices.of[i];
    }
    made.push_back(&brought[best]);
    return best;
  }
  int pick(const View& view) override {
    double most = 0;
    for (int seat = 0; seat < SEATS; seat++) if (seat != view.seat) most = std::max(most, view.cents[seat]);
    double ahead = view.cents[view.seat] - most;
    int situation = 1000 + 100 * (view.number == ROUNDS) + 10 * view.place(view.seat) + (ahead >= -3) + (ahead > 3);
    return ranked(view.squares)[choose(situation, ALL_SQUARES)];
  }
  Move act(const View& view) override {
    Odds hidden[SEATS];
    auto by_rank = ranked(view.at_pick);
    for (int seat = 0; seat < SEATS; seat++) {
      const double* often = picked[view.place(seat)];
      double all = sum_of(often, SQUARES);
      for (int i = 0; i < SQUARES; i++) hidden[seat][by_rank[i]] = often[i] / all;
    }
    Outlook outlook = public_outlook(view, hidden);
    double gains[KINDS], alone = 1, own = view.squares[view.pick];
    std::fill_n(gains, KINDS, -INFINITY);
    Move plans[KINDS];
    for (const Move& move : view.moves())
      if (double brings = gain(view, outlook, move); brings > gains[move.kind])
        gains[move.kind] = brings, plans[move.kind] = move;
    Choices kinds;
    for (int kind = 0; kind < KINDS; kind++) if (gains[kind] > -INFINITY) kinds.of[kinds.size++] = kind;
    int best = std::max_element(gains, gains + KINDS) - gains;
    for (int seat = 0; seat < SEATS; seat++) if (seat != view.seat) alone *= 1 - outlook.odds[seat][view.pick];
    int situation = 100000 + 2000 * view.place(view.seat) + 1000 * !view.pending.later(view.seat) + 100 * best +
                    10 * ((alone >= 0.5) + (alone >= 0.8)) + (own >= 4) + (own >= 9);
    return plans[choose(situation, kinds)];
  }
};

std::unique_ptr<Bot> make(const std::string& name, uint64_t seed, int think) {
  if (name == "hard") return std::make_unique<Hard>(seed, think);
  if (name == "easy") return std::make_unique<Easy>(seed);
  if (name == "Rule") return std::make_unique<Rule>(seed);
  if (name == "Patient") return std::make_unique<Patient>(seed);
  if (name == "Learned") return std::make_unique<Learned>(seed);
  return std::make_unique<Bot>(seed);
}

// Returns which part of a game the bot at `own` wins. `Learned` learns of each round, if it does, and what others pick.
double play(const std::vector<std::unique_ptr<Bot>>& bots, Random dice, int own, bool counts) {
  Cents cents;
  cents.fill(START_CENTS);
  double squares[SQUARES] = {};
  auto* learned = dynamic_cast<Learned*>(bots[own].get());
  for (int number = 1; number <= ROUNDS; number++) {
    View view{number, (number - 1) % SEATS, 0, -1, {}, {}, {}, {}, {-1, -1, -1}, {}};
    for (int place = 0; place <= SEATS; place++) view.pending.seats[place] = (view.lead + place) % SEATS;
    view.pending.size = SEATS + 1;
    for (int roll = 0; roll < ROLLS; roll++) squares[dice.below(SQUARES)] += 1 + dice.below(SQUARES);
    std::copy_n(squares, SQUARES, view.squares), std::copy_n(squares, SQUARES, view.at_pick);
    std::copy_n(cents.begin(), SEATS, view.cents);
    Stakes stakes(view.cents, number);
    int cards[SEATS];
    if (learned) learned->made.clear();
    for (view.seat = 0; view.seat < SEATS; view.seat++) {
      int card = cards[view.seat] = bots[view.seat]->pick(view);
      auto by_rank = ranked(squares);
      int rank = std::find(by_rank.begin(), by_rank.end(), card) - by_rank.begin();
      if (counts && view.seat != own) Learned::picked[view.place(view.seat)][rank]++;
    }
    while (view.pending.size) {
      int seat = view.seat = view.pending[0];
      view.pick = cards[seat];
      Move move = bots[seat]->act(view);
      view.pending.drop(0);
      view.cents[seat] -= COSTS[move.kind];
      act_on(view.squares, move, 1 + dice.below(SQUARES));
      if (move.kind == CHANGE) {
        cards[seat] = move.a, view.changed[seat] = true;
        if (view.cards[seat] >= 0) view.cards[seat] = move.a;
      }
      if (move.kind == FORBID) view.pending.forbid(move.a);
      if (move.kind == REVEAL) view.cards[move.a] = cards[move.a];
    }
    for (int seat = 0; seat < SEATS; seat++) {
      bool alone = std::count(cards, cards + SEATS, cards[seat]) == 1;
      cents[seat] = view.cents[seat] + alone * view.squares[cards[seat]];
    }
    std::copy_n(view.squares, SQUARES, squares);
    for (int card : cards) squares[card] = 0;
    if (!learned || !Learned::is_learning) continue;
    double brought = stakes.of(cents, own) - stakes.shares[own];
    for (auto* choice : learned->made) choice->times++, choice->sum += brought;
  }
  double most = most_of(cents);
  return cents[own] < most ? 0 : 1.0 / std::count(cents.begin(), cents.end(), most);
}

View view_of(const double* told) {
  View view{};
  auto next = [&] { return *told++; };
  view.number = next(), view.lead = next(), view.seat = next(), view.pick = next(), view.pending.size = next();
  for (int& seat : view.pending.seats) seat = next();
  for (double& cents : view.cents) cents = next();
  for (double& cents : view.squares) cents = next();
  for (double& cents : view.at_pick) cents = next();
  for (int& card : view.cards) card = next();
  for (bool& changed : view.changed) changed = next();
  return view;
}

}  // namespace

extern "C" {

void set_up(const double* given) { std::memcpy(&weights, given, sizeof weights); }

void picks(const double* told, int passes, double* odds) {
  Odds found = hard_picks(view_of(told), passes);
  std::copy(found.begin(), found.end(), odds);
}

int action(const double* told, int think, uint64_t seed) {
  Random random(seed);
  return (think ? hard_move(view_of(told), think, random) : normal_move(view_of(told))).code();
}

// Lets one bot play against two others, three games a deal, and writes what it won of each deal. `learns`: 1 counts what
// the others pick, 2 lets `Learned` learn, each time from nothing.
void play_deals(const char* one, const char* other, int deals, int think, uint64_t seed, int learns, double* won) {
  if (learns == 1) std::fill_n(&Learned::picked[0][0], SEATS * SQUARES, 1.0);
  if (learns == 2) Learned::known.clear();
  Learned::is_learning = learns == 2;
  for (int deal = 0; deal < deals; deal++) {
    won[deal] = 0;
    for (int own = 0; own < SEATS; own++) {
      std::vector<std::unique_ptr<Bot>> bots;
      for (int seat = 0; seat < SEATS; seat++)
        bots.push_back(make(seat == own ? one : other, seed * 7777777 + deal * 97 + seat * 5 + own, think));
      won[deal] += play(bots, Random(seed * 1000003 + deal), own, learns == 1) / SEATS;
    }
  }
}
}
