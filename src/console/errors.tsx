// A page for whatever a route of the console throws, in the words of the API where the problem is one of its own.
import { ClientGone, HttpError, answerTo, isDefect } from '../api/http/problems.js';
import { traceOf } from '../api/http/errors.js';
import { DomainError } from '../domain/problem.js';
import * as words from '../messages/console.js';
import type { ConsoleDependencies } from './dependencies.js';
import { showPage } from './design/Page.js';
import { type PageCall, ConsoleRefused, type ConsoleCall } from './route.js';
import type { RateExceeded } from '../api/http/countCall.js';
import { Form, HiddenFields, useCall } from './design/Form.js';
import { readForm, type FormFields } from './session/readForm.js';
import { paths } from './paths.js';

/** @throws ClientGone, which needs no answer */
export function showError(
  call: PageCall,
  thrown: unknown,
  { logger, isUnavailable }: Pick<ConsoleDependencies, 'logger' | 'isUnavailable'>,
): void {
  if (thrown instanceof ClientGone) throw thrown;
  if (thrown instanceof ConsoleRefused) return showRefusal(call, thrown);
  const error = isDefect(thrown) && isUnavailable(thrown) ? new DomainError({ is: 'Unavailable' }) : thrown;
  if (error !== thrown || isDefect(error)) logger.error({ ...traceOf(call.state), err: thrown }, 'request failed');
  const { status, body, headers = {} } = answerTo(error);
  if (status === 404 || (error instanceof HttpError && error.problem.is === 'RouteNotFound'))
    return showRefusal(call, new ConsoleRefused('PageNotFound'));
  call.set(headers);
  showPage(call, {
    title: words.ERROR_TITLE,
    status,
    body: <ErrorText sentence={body.error} requestId={call.state.requestId} />,
  });
}

function showRefusal(call: PageCall, { refusal }: ConsoleRefused): void {
  const { status, title, sentence } = words.consoleRefusals[refusal];
  showPage(call, { title, status, body: <ErrorText sentence={sentence} requestId={null} /> });
}

function ErrorText({ sentence, requestId }: Readonly<{ sentence: string; requestId: string | null }>) {
  return (
    <>
      <div class="note bad" role="alert">
        {sentence}
      </div>
      {requestId !== null && <p class="muted">Pedido {requestId}</p>}
      <a href={paths.myDay}>Voltar a Meu dia</a>
    </>
  );
}

export async function showRateExceeded(
  call: ConsoleCall,
  { perMinute, retryAfterSeconds }: RateExceeded,
): Promise<void> {
  const isPost = call.method === 'POST';
  const sent = isPost ? await sentForm(call) : null;
  call.set('Retry-After', String(retryAfterSeconds));
  showPage(call, {
    title: words.RATE_EXCEEDED_TITLE,
    status: 429,
    body: (
      <>
        <div class="note warn" role="alert">
          {words.rateExceededSentence(
            perMinute,
            retryAfterSeconds,
            isPost ? (sent === null ? 'lost' : 'kept') : 'page',
          )}
        </div>
        {sent === null ? !isPost && <a href={call.url}>{words.TRY_AGAIN}</a> : <SendAgain sent={sent} />}
      </>
    ),
  });
}

/** Null for a form with files, which no page can keep. */
async function sentForm(call: ConsoleCall): Promise<FormFields | null> {
  try {
    return await readForm(call);
  } catch (error) {
    if (error instanceof HttpError && error.problem.is === 'RequestMalformed') return null;
    throw error;
  }
}

function SendAgain({ sent }: Readonly<{ sent: FormFields }>) {
  const { fields, several } = sent.typed;
  const inputs = Object.entries(fields).flatMap(([name, value]) =>
    (several[name] ?? [value]).map((one) => [name, one] as const),
  );
  return (
    <Form action={useCall().url}>
      <HiddenFields fields={inputs} />
      <button class="primary">{words.SEND_AGAIN}</button>
    </Form>
  );
}
