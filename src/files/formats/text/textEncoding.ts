// Bytes of a text file as text, piece by piece. Source: docs/spec/files.md#encodings.

export type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'windows-1252' | 'CP850';

/** The upper half of code page 850, which DOS programs in Brazil print in. */
const CP850_UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** Windows-1252 where it differs from ISO-8859-1, 0x80 to 0x9F: Node's own decoder takes the one for the other. */
const WINDOWS_1252_C1 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Characters cut in two by the end of a piece are kept for the next. */
export type TextPieces = Readonly<{ decode(bytes: Uint8Array, isLast: boolean): string }>;

/** A byte order mark is taken off. Nothing is refused: what cannot be becomes U+FFFD. */
export function decoderOf(encoding: TextEncoding): TextPieces {
  if (encoding === 'CP850') return { decode: (bytes) => singleByte(bytes, CP850, CP850_UPPER) };
  if (encoding === 'windows-1252') return { decode: (bytes) => singleByte(bytes, C1, WINDOWS_1252_C1) };
  const decoder = new TextDecoder(encoding.toLowerCase());
  return { decode: (bytes, isLast) => decoder.decode(bytes, { stream: !isLast }) };
}

const CP850 = /[\x80-\xff]/g;
const C1 = /[\x80-\x9f]/g;

/** Both tables start at 0x80. */
function singleByte(bytes: Uint8Array, differing: RegExp, table: string): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replace(differing, (one) => table.charAt(one.charCodeAt(0) - 0x80));
}
