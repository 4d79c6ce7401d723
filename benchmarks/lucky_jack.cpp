// Lucky Jack for benchmarks/lucky_jack_network.py: the rules, `normal` and `hard`.
//
// Everything follows luckytui/games/lucky_jack: rules.py, bots.py, hands.py, hard.py and network.py, by the same names.
// The Python program compiles this, gives it the weights and tables, and checks that both choose the same moves.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace {

constexpr int SYMBOLS = 7, SEATS = 6, FLOOR = 3, DEALT = 7, CARDS = 84, LARGEST = 8, RESHUFFLES = 5, ROUNDS = 3;
constexpr int INPUTS = 103, WIDE = 96, NARROW = 32;
constexpr double CLOSE = 0.4, LEAST = 1e-6, NONE = -1;
constexpr int BY_NAME[SYMBOLS] = {4, 1, 3, 2, 5, 0, 6};  // the symbols in the order of their names
constexpr int LEADS[] = {0, 2000, 4000, 6000, 8000};
constexpr int BEHIND[] = {-7000, -4000, -1000, 0, 2000, 4000, 6000, 8000, 14000};

using Cards = std::array<int8_t, SYMBOLS>;
using Random = std::mt19937_64;

enum Stage { TURN, DRAWN, CLAIM };
enum Deed { SAME, HIGHER, LOWER, DRAW, KEEP, TOSS, TAKE_IT, DECLINE, JACKPOT };  // in the network's order
struct Move { Deed deed; int card; };

struct Weights {
  double least_tops, finding, setting_out, impatience, hindrance, near, hindrance_near, hindrance_far, spoils, too_large;
};

// What is known of cards, by their key. `forget` is quick, so that one can be used again and again.
template <class Value>
class Known {
 public:
  explicit Known(int bits) : mask_((1u << bits) - 1), entries_(1u << bits) {}
  void forget() { age_++, size_ = 0; }
  // Returns the value of a key, and whether it is new.
  std::pair<Value&, bool> at(uint32_t key) {
    uint32_t place = key * 2654435769u >> 7 & mask_;
    for (;; place = (place + 1) & mask_) {
      Entry& entry = entries_[place];
      if (entry.age != age_) {
        if (++size_ * 2 > mask_) return grow(), at(key);
        entry = {key, age_, Value{}};
        return {entry.value, true};
      }
      if (entry.key == key) return {entry.value, false};
    }
  }

 private:
  struct Entry { uint32_t key; uint32_t age; Value value; };
  void grow() {
    std::vector<Entry> before(2 * entries_.size());
    before.swap(entries_);
    mask_ = entries_.size() - 1, size_ = 0;
    for (const Entry& entry : before)
      if (entry.age == age_) at(entry.key).first = entry.value;
  }
  uint32_t mask_, age_ = 1, size_ = 0;
  std::vector<Entry> entries_;
};

Weights weights;
std::vector<double> tables;
Known<int> places(14);                     // of the hands of a table
int hands = 0;                             // how many a table has
std::vector<float> network;                // empty: `hard` goes by its tables alone

int sum(const Cards& cards) { int all = 0; for (int held : cards) all += held; return all; }
uint32_t key(const Cards& cards) { uint32_t all = 0; for (int held : cards) all = all << 4 | held; return all; }
uint32_t one(int card) { return 1u << 4 * (SYMBOLS - 1 - card); }  // what one card more adds to a key
int held(uint32_t key, int card) { return key >> 4 * (SYMBOLS - 1 - card) & 15; }
Cards cards_of(uint32_t key) {
  Cards cards;
  for (int card = 0; card < SYMBOLS; card++) cards[card] = held(key, card);
  return cards;
}
Cards changed(Cards cards, int card, int by) { cards[card] = std::max(0, cards[card] + by); return cards; }
int prize(int card, int cards) { return 1000 * (card + 1) * (cards == 4 ? 2 : 1); }
Deed rule_of(int card, int top) { return card == top ? SAME : card > top ? HIGHER : LOWER; }

int jackpot_of(const Cards& hand) {
  int all = sum(hand);
  return (all == 3 || all == 4) && *std::max_element(hand.begin(), hand.end()) == all ? all : 0;
}

// What a seat sees, as far as bots look at it.
struct View {
  int stage, seat, seats, number, turn, top, below, drawn;
  int points[SEATS], sizes[SEATS];
  Cards hand, stock;  // `stock`: how many of each symbol it can hold at most
};

// ── The bots ─────────────────────────────────────────────────────────────────────────────────────

double turns_to_shed(const Cards& cards) {
  static Known<double> known(16);
  if (auto [found, is_new] = known.at(key(cards)); !is_new && found >= 0) return found;
  double turns = 0;
  if (int all = sum(cards); all > LARGEST) {
    Cards lowest{};
    for (int card = 0, left = LARGEST; card < SYMBOLS; left -= lowest[card++])
      lowest[card] = std::min<int>(left, cards[card]);
    turns = all - LARGEST + turns_to_shed(lowest);
  } else {
    int tops = 0, going = 0;
    double later = 0;
    for (int card = 0; card < SYMBOLS; card++) {
      tops++;
      if (cards[card]) {
        later += tops * turns_to_shed(changed(cards, card, -1));
        going += tops, tops = 0;
      }
    }
    if (going) turns = SYMBOLS / std::max<double>(going, weights.least_tops) + later / going;
  }
  return known.at(key(cards)).first = turns;
}

using Jackpots = std::array<double, 2 * SYMBOLS>;  // for each symbol those of three and of four cards

// Returns how many turns each jackpot takes beside those to find its cards.
const Jackpots& turns_beside(uint32_t hand) {
  static Known<Jackpots> known(16);
  auto [found, is_new] = known.at(hand);
  if (!is_new) return found;
  Jackpots turns;
  for (int place = 0; place < 2 * SYMBOLS; place++) {
    int card = place / 2, cards = 3 + place % 2, kept = std::min(cards, held(hand, card));
    bool is_jackpot = kept == cards && hand == cards * one(card);
    turns[place] = is_jackpot ? weights.setting_out : turns_to_shed(changed(cards_of(hand), card, -kept));
  }
  return found = turns;
}

// What hands are worth: to `normal` in points, to `hard` by its tables.
class Hopes {
 public:
  Hopes(const View& view, bool hard) : hard_(hard), hindrance_(weights.hindrance) {
    known_.forget();
    int all = std::max(1, sum(view.stock));
    for (int card = 0; card < SYMBOLS; card++) {
      odds_[card] = double(view.stock[card]) / all;
      to_find_[card] = weights.finding / std::max(odds_[card], 0.01);
    }
    if (!hard) return;
    int best = -1, fewest = CARDS;
    for (int seat = 0; seat < view.seats; seat++)
      if (seat != view.seat) {
        best = std::max(best, view.points[seat]);
        fewest = std::min(fewest, view.sizes[seat]);
      }
    behind_ = best - view.points[view.seat];
    last_ = view.number == ROUNDS;
    bool near = fewest <= weights.near;
    int lead = last_ && behind_ <= prize(SYMBOLS - 1, 4)
                   ? std::upper_bound(LEADS, LEADS + 5, std::max(0, behind_)) - LEADS : 0;
    hindrance_ = near ? weights.hindrance_near : weights.hindrance_far;
    table_ = &tables[(((view.seats >= 3) * 6 + lead) * 2 + near) * hands];
  }

  double after(const View& view, Move move) {
    uint32_t hand = key(view.hand), left = hand - one(move.card);
    switch (move.deed) {
      case JACKPOT: {
        Cards shown = cards_of(left);
        int cards = sum(shown), card = std::find(shown.begin(), shown.end(), cards) - shown.begin();
        return of_jackpot(prize(card, cards));
      }
      case LOWER: return with_two_more(left);
      case SAME: case HIGHER: return worth(left) * (1 + hindrance_ * (move.card + 1));
      case DRAW: return with_one_more(hand);
      case KEEP: return worth(hand + one(view.drawn));
      case TAKE_IT: return worth(hand + one(view.top));
      default: return worth(hand);
    }
  }

 private:
  double of_jackpot(int points) const {
    if (!hard_) return points;
    if (!last_) return (weights.spoils + points) / (weights.spoils + prize(SYMBOLS - 1, 4));
    return points > behind_ ? 1 : points == behind_ ? 0.5 : 0;
  }
  double with_one_more(uint32_t hand) {
    double stay = worth(hand), all = 0;
    for (int card = 0; card < SYMBOLS; card++) all += odds_[card] * std::max(stay, worth(hand + one(card)));
    return all;
  }
  double with_two_more(uint32_t hand) {
    double all = 0;
    for (int card = 0; card < SYMBOLS; card++)
      for (int other = card; other < SYMBOLS; other++)
        all += (card == other ? 1 : 2) * odds_[card] * odds_[other] * worth(hand + one(card) + one(other));
    return all;
  }
  double worth(uint32_t hand) {
    auto [found, is_new] = known_.at(hand);
    return is_new ? found = hard_ ? by_table(hand) : by_turns(hand) : found;
  }
  double by_turns(uint32_t hand) const {
    double best = -INFINITY;  // as a logarithm
    const Jackpots& turns = turns_beside(hand);
    for (int card = 0; card < SYMBOLS; card++)
      for (int cards : {3, 4}) {
        int place = 2 * card + cards - 3, missing = std::max(0, cards - held(hand, card));
        double all = to_find_[card] * missing + turns[place];
        best = std::max(best, log_prize_[place] - weights.impatience * all);
      }
    return std::exp(best);
  }
  double by_table(uint32_t hand) const {
    int all = 0, fewest = CARDS, which = 0;
    for (int card = 0; card < SYMBOLS; card++)
      if (int cards = held(hand, card)) {
        all += cards;
        if (cards < fewest) fewest = cards, which = card;
      }
    if (all <= LARGEST) return table_[places.at(hand).first];
    return weights.too_large * by_table(hand - one(which));
  }

  bool hard_, last_ = false;
  double hindrance_;
  int behind_ = 0;
  const double* table_ = nullptr;
  double odds_[SYMBOLS], to_find_[SYMBOLS];
  static inline Known<double> known_{12};
  static inline const Jackpots log_prize_ = [] {
    Jackpots logs;
    for (int place = 0; place < 2 * SYMBOLS; place++)
      logs[place] = std::log(prize(place / 2, 3)) + place % 2 * M_LN2;
    return logs;
  }();
};

std::vector<Move> moves_of_turn(const View& view) {
  std::vector<Move> moves;
  for (int card : BY_NAME) {
    if (!view.hand[card]) continue;
    Deed rule = rule_of(card, view.top);
    if (rule == LOWER || sum(view.hand) > FLOOR) moves.push_back({rule, card});
    if (rule != LOWER && jackpot_of(changed(view.hand, card, -1))) moves.push_back({JACKPOT, card});
  }
  moves.push_back({DRAW, 0});
  return moves;
}

std::vector<Move> moves_of(const View& view) {
  if (view.stage == DRAWN) return {{KEEP, 0}, {TOSS, 0}};
  if (view.stage == CLAIM) return {{DECLINE, 0}, {TAKE_IT, 0}};
  return moves_of_turn(view);
}

double worth_of_turn(View view, Hopes& hopes, Move move) {
  if (move.deed == TAKE_IT) view.hand = changed(view.hand, view.top, +1), view.top = view.below;
  double best = 0;
  for (Move later : moves_of_turn(view)) best = std::max(best, hopes.after(view, later));
  return best;
}

struct Rated { Move move; double worth; };

std::vector<Rated> close_moves(const View& view) {
  Hopes hopes(view, true);
  bool is_next = view.stage == CLAIM && (view.turn + 1) % view.seats == view.seat;
  std::vector<Rated> rated, close;
  double best = 0;
  for (Move move : moves_of(view)) {
    double worth = is_next ? worth_of_turn(view, hopes, move) : hopes.after(view, move);
    rated.push_back({move, worth});
    best = std::max(best, worth);
  }
  for (const Rated& one : rated)
    if (one.worth >= CLOSE * best) close.push_back(one);
  return close;
}

double best_of(const std::vector<Rated>& close) {
  double best = 0;
  for (const Rated& one : close) best = std::max(best, one.worth);
  return best;
}

void inputs(const View& view, const Rated& rated, double best, float* told) {
  std::fill(told, told + INPUTS, 0.0f);
  Cards hand = view.hand;
  int top = view.top, at = 0;
  auto flag = [&](int number, int place) { if (place >= 0) told[at + place] = 1; at += number; };
  switch (rated.move.deed) {
    case DRAW: case DECLINE: break;
    case KEEP: hand = changed(hand, view.drawn, +1); break;
    case TOSS: top = view.drawn; break;
    case TAKE_IT: hand = changed(hand, top, +1), top = view.below; break;
    default: hand = changed(hand, rated.move.card, -1), top = rated.move.card;
  }
  flag(9, rated.move.deed);
  for (int held : hand) flag(5, std::min(4, held));
  flag(SYMBOLS, top);
  const int steps[][2] = {{1, 2}, {2, 4}, {view.seats - 1, 3}};
  for (auto [step, least_seats] : steps)
    flag(6, view.seats < least_seats ? -1
                : std::clamp(view.sizes[(view.seat + step) % view.seats] - FLOOR, 0, 5));
  int others = -1;
  for (int seat = 0; seat < view.seats; seat++)
    if (seat != view.seat) others = std::max(others, view.points[seat]);
  int behind = std::lower_bound(BEHIND, BEHIND + 9, others - view.points[view.seat]) - BEHIND;
  flag(30, 10 * (view.number == 1 ? 0 : view.number == ROUNDS ? 2 : 1) + behind);
  double worth = std::max(rated.worth, LEAST);
  told[at++] = view.seats - 2;
  told[at++] = std::max(-3.0, std::log(worth / std::max(best, LEAST)));
  told[at++] = std::log(worth);
  told[at++] = rated.worth;
}

double brought(const float* told) {
  const float* layer = network.data();
  float wide[WIDE], narrow[NARROW];
  std::copy(layer + INPUTS * WIDE, layer + (INPUTS + 1) * WIDE, wide);
  for (int from = 0; from < INPUTS; from++)
    if (told[from])
      for (int to = 0; to < WIDE; to++) wide[to] += told[from] * layer[from * WIDE + to];
  layer += (INPUTS + 1) * WIDE;
  std::copy(layer + WIDE * NARROW, layer + (WIDE + 1) * NARROW, narrow);
  for (int from = 0; from < WIDE; from++)
    if (wide[from] > 0)
      for (int to = 0; to < NARROW; to++) narrow[to] += wide[from] * layer[from * NARROW + to];
  layer += (WIDE + 1) * NARROW;
  double out = layer[NARROW];
  for (int from = 0; from < NARROW; from++) out += std::max(0.0f, narrow[from]) * layer[from];
  return out;
}

Move choose_hard(const View& view) {
  std::vector<Rated> close = close_moves(view);
  double best = best_of(close), most = -1e9;
  Move chosen = close[0].move;
  for (const Rated& one : close) {
    float told[INPUTS];
    double rated = one.worth;
    if (!network.empty()) inputs(view, one, best, told), rated = brought(told);
    if (rated > most) most = rated, chosen = one.move;
  }
  return chosen;
}

Move choose_normal(const View& view) {
  Hopes hopes(view, false);
  double most = NONE;
  Move chosen{};
  for (Move move : moves_of(view))
    if (double worth = hopes.after(view, move); worth > most) most = worth, chosen = move;
  return chosen;
}

Move choose(const View& view, bool hard) { return hard ? choose_hard(view) : choose_normal(view); }

// ── The rules ────────────────────────────────────────────────────────────────────────────────────

struct Game {
  int seats, hard;  // `hard`: the seat that plays as it does; all others play as `normal`
  int number = 0, first = 0, turn = 0, reshuffles = 0, stock_left = 0, pile_size = 0;
  int points[SEATS] = {};
  Cards hands[SEATS], known[SEATS], at_most[SEATS], stock;
  int8_t pile[CARDS];
  bool round_over = false;

  int top() const { return pile[pile_size - 1]; }

  void see_leave(int card, int seat) { at_most[seat] = changed(at_most[seat], card, -1); }

  int next_card(Random& rng) {
    int place = rng() % stock_left;
    for (int card = 0;; card++)
      if ((place -= stock[card]) < 0) {
        stock[card]--, stock_left--;
        return card;
      }
  }

  void turn_over(Random& rng) {
    int card = next_card(rng);
    for (int seat = 0; seat < seats; seat++) see_leave(card, seat);
    pile[0] = card, pile_size = 1;
  }

  void start_round(Random& rng) {
    number++, round_over = false, reshuffles = 0;
    stock.fill(CARDS / SYMBOLS), stock_left = CARDS;
    for (int seat = 0; seat < seats; seat++) hands[seat].fill(0), known[seat].fill(0), at_most[seat] = stock;
    for (int seat = 0; seat < seats; seat++)
      for (int dealt = 0; dealt < DEALT; dealt++) {
        int card = next_card(rng);
        hands[seat][card]++, see_leave(card, seat);
      }
    turn_over(rng);
    turn = first;
  }

  // Makes the pile the new stock; false: the round is over.
  bool reshuffle(Random& rng) {
    if (reshuffles == RESHUFFLES) return !(round_over = true);
    reshuffles++;
    stock.fill(0), stock_left = pile_size;
    for (int place = 0; place < pile_size; place++) stock[pile[place]]++;
    for (int seat = 0; seat < seats; seat++) at_most[seat] = stock;
    turn_over(rng);
    return true;
  }

  void end_turn(Random& rng) {
    turn = (turn + 1) % seats;
    if (!stock_left) reshuffle(rng);
  }

  View view(Stage stage, int seat, int drawn) const {
    View seen{stage, seat, seats, number, turn, top(), pile_size > 1 ? pile[pile_size - 2] : 0, drawn, {}, {}, {}, {}};
    Cards unseen;
    unseen.fill(CARDS / SYMBOLS);
    for (int other = 0; other < seats; other++) {
      seen.points[other] = points[other], seen.sizes[other] = sum(hands[other]);
      for (int card = 0; card < SYMBOLS; card++) unseen[card] -= (other == seat ? hands : known)[other][card];
    }
    for (int place = 0; place < pile_size; place++) unseen[pile[place]]--;
    if (drawn >= 0) unseen[drawn]--;
    seen.hand = hands[seat];
    for (int card = 0; card < SYMBOLS; card++) seen.stock[card] = std::min(unseen[card], at_most[seat][card]);
    return seen;
  }

  // Draws a card for the seat whose turn it is; -1 where there is none: then the turn is over, or the round.
  int draw(Random& rng) {
    if (!stock_left && (!reshuffle(rng) || !stock_left)) return -1;
    int card = next_card(rng);
    see_leave(card, turn);
    return card;
  }
};

// Looks on at every decision before it is made, and may play the game on from it.
template <class Watcher>
struct Course {
  Random& rng;
  Watcher watch;

  // Each function makes a given move, with all that comes of it up to the end of the turn.
  void turn(Game& game) { in_turn(game, decided(game, game.view(TURN, game.turn, -1))); }

  Move decided(Game& game, const View& view) {
    watch(game, view);
    return choose(view, view.seat == game.hard);
  }

  void in_turn(Game& game, Move move) {
    int seat = game.turn;
    if (move.deed == DRAW) {
      int card = game.draw(rng);
      if (card < 0) return game.round_over ? void() : game.end_turn(rng);
      return with_drawn(game, decided(game, game.view(DRAWN, seat, card)), card);
    }
    game.hands[seat] = changed(game.hands[seat], move.card, -1);
    game.known[seat] = changed(game.known[seat], move.card, -1);
    game.pile[game.pile_size++] = move.card;
    if (move.deed == JACKPOT) {
      int cards = sum(game.hands[seat]);
      for (int card = 0; card < SYMBOLS; card++)
        if (game.hands[seat][card]) game.points[seat] += prize(card, cards);
      game.round_over = true;
      return;
    }
    for (int owed = move.deed == LOWER ? 2 : 0; owed; owed--) {
      int card = game.draw(rng);
      if (card < 0) break;
      game.hands[seat][card]++;
    }
    if (!game.round_over) game.end_turn(rng);
  }

  void with_drawn(Game& game, Move move, int card) {
    if (move.deed == KEEP) {
      game.hands[game.turn][card]++;
      return game.end_turn(rng);
    }
    for (int seat = 0; seat < game.seats; seat++)
      if (seat != game.turn) game.see_leave(card, seat);
    game.pile[game.pile_size++] = card;
    claims(game, (game.turn + 1) % game.seats);
  }

  // Asks the seats from this one on whether they claim the tossed card.
  void claims(Game& game, int seat) {
    for (; seat != game.turn; seat = (seat + 1) % game.seats) {
      Move move = decided(game, game.view(CLAIM, seat, -1));
      if (move.deed == TAKE_IT) return claim(game, seat);
    }
    game.end_turn(rng);
  }

  void claim(Game& game, int seat) {
    int card = game.pile[--game.pile_size];
    game.hands[seat][card]++, game.known[seat][card]++;
    game.end_turn(rng);
  }

  void make(Game& game, const View& view, Move move) {
    if (view.stage == TURN) return in_turn(game, move);
    if (view.stage == DRAWN) return with_drawn(game, move, view.drawn);
    if (move.deed == TAKE_IT) return claim(game, view.seat);
    claims(game, (view.seat + 1) % game.seats);
  }

  void round(Game& game) { while (!game.round_over) turn(game); }
};

struct Nobody { void operator()(const Game&, const View&) {} };

template <class Watcher>
void play(Game& game, Random& rng, Watcher watch) {
  Course<Watcher> course{rng, watch};
  game.first = rng() % game.seats;
  while (game.number < ROUNDS) {
    game.start_round(rng);
    course.round(game);
    game.first = (game.first + 1) % game.seats;
  }
}

// ── What moves bring ─────────────────────────────────────────────────────────────────────────────

// How many of a hundred rounds among `normal`s end with so many thousand points.
const std::pair<int, int> PRIZES[] = {{1, 9}, {2, 14}, {3, 11}, {4, 15}, {5, 11}, {6, 15}, {7, 10}, {8, 4}, {10, 4}, {12, 4}, {14, 3}};

// How much of the game the first seat can expect, with so many rounds to come among equals. Points in thousands.
double expected(std::vector<int> points, int rounds) {
  std::sort(points.begin() + 1, points.end());
  int best = *std::max_element(points.begin(), points.end());
  if (!rounds) return points[0] == best ? 1.0 / std::count(points.begin(), points.end(), best) : 0;
  static std::map<std::pair<std::vector<int>, int>, double> known;
  auto [found, is_new] = known.try_emplace({points, rounds}, 0.0);
  if (!is_new) return found->second;
  double all = 0;
  for (size_t seat = 0; seat < points.size(); seat++)
    for (auto [prize, share] : PRIZES) {
      points[seat] += prize;
      all += share * expected(points, rounds - 1) / 100;
      points[seat] -= prize;
    }
  return known[{points, rounds}] = all / points.size();
}

double part_of(const Game& game, int seat) {
  std::vector<int> points{game.points[seat] / 1000};
  for (int other = 0; other < game.seats; other++)
    if (other != seat) points.push_back(game.points[other] / 1000);
  return expected(points, ROUNDS - game.number);
}

Game new_game(int seats, int hard) {
  Game game{};
  game.seats = seats, game.hard = hard;
  return game;
}

}  // namespace

extern "C" {

// `parameters`: the weights in the order of the struct; `stored`: hands.bin; `numbers`: the network's, or none.
void set_up(const double* parameters, const uint16_t* stored, long length, const float* numbers, long count) {
  weights = *reinterpret_cast<const Weights*>(parameters);
  tables.clear();
  for (long place = 0; place < length; place++) tables.push_back(std::exp(-double(stored[place]) / 1000));
  network.assign(numbers, numbers + count);
  if (hands) return;
  for (int size = FLOOR; size <= LARGEST; size++) {
    std::vector<int> cards(size, 0);
    for (bool more = true; more;) {
      Cards hand{};
      for (int card : cards) hand[card]++;
      places.at(key(hand)).first = hands++;
      int place = size - 1;
      while (place >= 0 && cards[place] == SYMBOLS - 1) place--;
      if ((more = place >= 0)) std::fill(cards.begin() + place, cards.end(), cards[place] + 1);
    }
  }
}

// Returns the deed and the card, as 10 × deed + card, that a bot chooses; numbers as in `View`.
int chosen(int hard, const int* numbers) {
  View view{};
  int* at = &view.stage;
  std::copy(numbers, numbers + 8 + 2 * SEATS, at);
  for (int card = 0; card < SYMBOLS; card++) {
    view.hand[card] = numbers[8 + 2 * SEATS + card];
    view.stock[card] = numbers[8 + 2 * SEATS + SYMBOLS + card];
  }
  Move move = choose(view, hard);
  return 10 * move.deed + (move.deed <= LOWER || move.deed == JACKPOT ? move.card : 0);
}

// Plays games of one `hard` among `normal`s. Returns how many rows it wrote: for each close move of a decision what the
// network is told, what the move brought on average, and the number of the decision, from 0.
long decisions(uint64_t seed, const int* seats, int kinds, int games, int times, float* rows, long most) {
  Random rng(seed);
  long written = 0, number = 0;
  for (int count = 0; count < games; count++) {
    int players = seats[count % kinds];
    Game game = new_game(players, rng() % players);
    play(game, rng, [&](const Game& now, const View& view) {
      if (view.seat != now.hard) return;
      std::vector<Rated> close = close_moves(view);
      if (close.size() < 2 || written + long(close.size()) > most) return;
      std::vector<uint64_t> seeds(times);
      for (uint64_t& one : seeds) one = rng();
      for (const Rated& one : close) {
        float* row = rows + (INPUTS + 2) * written++;
        inputs(view, one, best_of(close), row);
        double all = 0;
        for (uint64_t one_seed : seeds) {
          Random own(one_seed);
          Game after = now;
          Course<Nobody> course{own, {}};
          course.make(after, view, one.move);
          course.round(after);
          all += part_of(after, view.seat);
        }
        row[INPUTS] = all / times, row[INPUTS + 1] = number;
      }
      number++;
    });
  }
  return written;
}

// Returns which part of the games one `hard` wins among `normal`s.
double won(uint64_t seed, int seats, int games) {
  Random rng(seed);
  double all = 0;
  for (int count = 0; count < games; count++) {
    Game game = new_game(seats, count % seats);
    play(game, rng, Nobody{});
    all += part_of(game, game.hard);
  }
  return all / games;
}
}
