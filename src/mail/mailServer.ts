// One mail to a mail server. Errors carry codes alone: texts of servers may repeat addresses of people.
import { createTransport } from 'nodemailer';
import type { Send } from './sendMails.js';

/** Time limits of each step; together they stay below the time of a claim. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 20_000, socketTimeout: 50_000, dnsTimeout: 10_000 };

class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
}

/**
 * A password goes over TLS alone, but to this machine.
 * @param link the address of the service, whose host Message-IDs have
 */
export function createSend({
  smtpUrl,
  from,
  link,
}: Readonly<{ smtpUrl: string; from: string; link: string }>): Send {
  const { hostname, password } = new URL(smtpUrl);
  const requireTLS = password !== '' && !/^(localhost|127\..*|\[::1\])$/.test(hostname);
  const host = new URL(link).hostname;
  return async ({ id, to, subject, text }) => {
    const transport = createTransport({
      url: smtpUrl,
      requireTLS,
      ...TIMEOUTS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        messageId: `<${id}@${host}>`,
        subject,
        text,
        headers,
      });
    } catch (error) {
      const { code, responseCode } = error as Readonly<{ code?: unknown; responseCode?: unknown }>;
      throw new MailNotSent(`the mail server did not take it (${String(code)}, ${String(responseCode)})`);
    } finally {
      transport.close();
    }
  };
}
