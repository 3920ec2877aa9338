// Any character but halves of one. fast-check's own (`unit: 'binary'`) takes a second to make.
import fc from 'fast-check';

export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
