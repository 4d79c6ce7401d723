// The chance that both sides can share: `Shifted` of compiled.py.

#include <cstdint>

struct Shifted {
  uint64_t state;
  // Mixed as in splitmix64: what follows from one seed must tell nothing of what follows from the next.
  explicit Shifted(uint64_t seed) : state((seed + 1) * 0x9E3779B97F4A7C15u) {
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9u;
    state = (state ^ state >> 27) * 0x94D049BB133111EBu;
    state = (state ^ state >> 31) | 1;
  }
  uint64_t next(int bits) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state >> (64 - bits);
  }
};
