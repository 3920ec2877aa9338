// A page for whatever a route of the console throws. The same words as the API where the problem is one of its own.
import { ClientGone, HttpError, answerTo, isDefect } from '../api/http/response/problems.js';
import { traced } from '../api/http/errors.js';
import { DomainError } from '../domain/problem.js';
import { consoleRefusals, ERROR_TITLE } from '../messages/console.js';
import type { ConsoleDependencies } from './dependencies.js';
import { showPage } from './design/Page.js';
import { ConsoleRefused } from './refused.js';
import type { PageCall } from './route.js';

/** @throws ClientGone, which needs no answer */
export function showError(
  call: PageCall,
  thrown: unknown,
  { log, isUnavailable }: Pick<ConsoleDependencies, 'log' | 'isUnavailable'>,
): void {
  if (thrown instanceof ClientGone) throw thrown;
  if (thrown instanceof ConsoleRefused) return showRefusal(call, thrown);
  const error = isDefect(thrown) && isUnavailable(thrown) ? new DomainError({ is: 'Unavailable' }) : thrown;
  if (error !== thrown || isDefect(error)) log.error({ ...traced(call.state), err: thrown }, 'request failed');
  const { status, body, headers = {} } = answerTo(error);
  if (status === 404 || (error instanceof HttpError && error.problem.is === 'RouteNotFound'))
    return showRefusal(call, new ConsoleRefused('PageNotFound'));
  call.set(headers);
  showPage(call, {
    title: ERROR_TITLE,
    status,
    body: <ErrorText sentence={body.error} requestId={call.state.requestId} />,
  });
}

function showRefusal(call: PageCall, { refusal }: ConsoleRefused): void {
  const { status, title, sentence } = consoleRefusals[refusal];
  showPage(call, { title, status, body: <ErrorText sentence={sentence} requestId={null} /> });
}

function ErrorText({ sentence, requestId }: Readonly<{ sentence: string; requestId: string | null }>) {
  return (
    <>
      <div class="note bad" role="alert">
        {sentence}
      </div>
      {requestId !== null && <p class="muted">Pedido {requestId}</p>}
      <a href="/console">Voltar a Meu dia</a>
    </>
  );
}
