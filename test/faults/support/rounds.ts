// How often a fault is repeated: a few times in the suite, as often as asked by FAULT_ROUNDS
// (`FAULT_ROUNDS=100 npm run test:faults -- kill`).

/** Numbers of the rounds, from 0; each is the round's seed. */
export function rounds(usually: number): readonly number[] {
  return Array.from({ length: Number(process.env['FAULT_ROUNDS'] ?? usually) }, (_, round) => round);
}
