// Decodes delimited text piece by piece. Source: docs/spec/files.md#encodings.
import { fromWindows1252 } from '../encoding.js';

export type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'windows-1252' | 'CP850';

/** The upper half of code page 850, which DOS programs in Brazil print in. */
const CP850_80_TO_FF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** Keeps a character that the end of a piece cuts for the next one. */
export type TextPieces = Readonly<{ decode(bytes: Buffer, isLast: boolean): string }>;

/** Removes a byte order mark and replaces invalid bytes by U+FFFD. */
export function textDecoder(encoding: TextEncoding): TextPieces {
  if (encoding === 'CP850') return { decode: fromCp850 };
  if (encoding === 'windows-1252') return { decode: fromWindows1252 };
  const decoder = new TextDecoder(encoding.toLowerCase());
  return { decode: (bytes, isLast) => decoder.decode(bytes, { stream: !isLast }) };
}

function fromCp850(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (one) => CP850_80_TO_FF.charAt(one.charCodeAt(0) - 0x80));
}
