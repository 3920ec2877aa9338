// A process that makes the mails of a morning, sends them, and dies at a fail point, as kill -9 does; without one
// it ends once nothing waits: killedMail.js FOLDER SMTP_PORT NOW [POINT[:NTH]].
import { openOutbox } from '../../src/app/stores.js';
import type { FailPoint } from '../../src/domain/kernel/failPoints.js';
import { tellMornings } from '../../src/mail/mornings.js';
import { createSend } from '../../src/mail/mailServer.js';
import { sendMails } from '../../src/mail/sendMails.js';

const [dataDir = '', port = '', at = '', place = ''] = process.argv.slice(2);
const [point, nth = '1'] = place.split(':');
let reached = 0;
const failPoints = (each: FailPoint): void => {
  if (each === point && ++reached === Number(nth)) process.kill(process.pid, 'SIGKILL');
};
const outbox = openOutbox({ dataDir }, null);
await outbox.setMorning('2026-06-01', '2026-06-02');
const stopping = new AbortController();
const common = { outbox, failPoints, clock: { now: () => new Date(at) }, signal: stopping.signal };
const onError = (error: unknown): never => {
  throw error;
};
const smtp = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'a@exemplo.com.br', link: 'http://127.0.0.1' };
const work = Promise.all([
  tellMornings({
    ...common,
    onError,
    clientIds: () => [1, 2],
    holidaysOf: () => new Set(),
    wantDaily: (clientId) => [1, 2, 3].map((each) => `${clientId}-${each}`),
    mailOf: async () => ({ companyIds: [], subject: 'Espera', text: 'Contas' }),
  }),
  sendMails({
    ...common,
    onError,
    send: createSend(smtp),
    onDelay: () => undefined,
    addressOf: async ({ personId }) => `${personId}@exemplo.com.br`,
  }),
]);
const timer = setInterval(() => {
  void Promise.all([outbox.morning(), outbox.counts()]).then(([day, { waiting }]) => {
    if (day === at.slice(0, 10) && waiting === 0) stopping.abort();
  });
}, 100);
await work;
clearInterval(timer);
await outbox.close();
