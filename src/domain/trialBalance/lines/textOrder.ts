/** Negative, 0 or positive, by code points: the order of the UTF-8 bytes, which canonical forms are sorted by. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [unitA, unitB] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (unitA !== unitB) return pointOrder(unitA) - pointOrder(unitB);
  }
  return a.length - b.length;
}

/** Surrogates come after U+E000 to U+FFFF, for the code points they stand for do. */
function pointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
