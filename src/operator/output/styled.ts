// Colours and weights of text for a terminal. Whoever writes the text removes them where the stream has none.
import { styleText } from 'node:util';

export function styled(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { validateStream: false });
}
