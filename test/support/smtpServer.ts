// A mail server on 127.0.0.1 that keeps what it takes.
import { createServer } from 'node:net';
import { listen } from './listen.js';

export type TakenMail = Readonly<{ messageId: string; to: string; subject: string; text: string; raw: string }>;

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

export async function startSmtpServer() {
  const taken: TakenMail[] = [];
  let answer = 250;
  const server = createServer((socket) => {
    let rest = '';
    let to = '';
    let inText = false;
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    say('220 test');
    socket.on('data', (chunk) => {
      rest += chunk.toString();
      for (;;) {
        const end = inText ? rest.indexOf('\r\n.\r\n') : rest.indexOf('\r\n');
        if (end < 0) return;
        const piece = rest.slice(0, end);
        rest = rest.slice(end + (inText ? 5 : 2));
        if (inText) {
          inText = false;
          if (answer === 250) taken.push(mailOf(piece, to));
          say(`${answer} done`);
        } else if (piece.startsWith('DATA')) {
          inText = true;
          say('354 go on');
        } else {
          to = /^RCPT TO:<([^>]*)>/.exec(piece)?.[1] ?? to;
          say(piece.startsWith('QUIT') ? '221 bye' : '250 ok');
        }
      }
    });
  });
  const { port, close } = await listen(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    taken: taken as readonly TakenMail[],
    /** From now on what it answers to a mail's text; 250 by default. */
    answer: (code: number) => void (answer = code),
    close,
  };
}

function mailOf(raw: string, to: string): TakenMail {
  const at = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, at).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  const coded = raw.slice(at + 4);
  const encoding = header('Content-Transfer-Encoding');
  const text =
    encoding === 'base64' ? Buffer.from(coded, 'base64').toString() : unquoted(coded.replace(/=\r\n/g, ''));
  const subject = header('Subject')
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : unquoted(word.replaceAll('_', ' ')),
    );
  return { messageId: header('Message-ID'), to, subject, text, raw };
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
