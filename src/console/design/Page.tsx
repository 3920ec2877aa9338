// A whole page: head, navigation, notice, content, footer. htmx gets the content alone.
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { assetPath } from '../assets/assets.js';
import type { ConsoleCall, PageCall } from '../route.js';
import { cookieOf, THEME_COOKIE } from '../session/cookies.js';
import type { SignedIn } from '../session/sessions.js';
import { LinksMade } from './LinksMade.js';
import { Shortcuts } from './Shortcuts.js';
import { takeNotice, type Notice } from '../session/answers.js';
import { CSRF_FIELD } from '../session/readForm.js';
import { currentEntry, entriesFor, grouped, type NavigationEntry, type ShownGroup } from './navigation.js';

export type PageContent = Readonly<{
  /** Heads the page and names its tab. */
  title: string;
  body: ComponentChildren;
  /** Beside the title: buttons, links. */
  actions?: ComponentChildren;
  /** 200 unless given. */
  status?: number;
  /** For use at the full width, such as lists of many columns. */
  wide?: boolean;
}>;

/** htmx takes the events and history of the page from here; attributes that need `eval` are refused by the CSP. */
const HTMX_CONFIG = JSON.stringify({ transitions: false, history: 'reload' });

const HELP = '/console/ajuda';

/** Answers a whole page, or its content alone when htmx asks. Addresses are the same: `Vary: HX-Request`. */
export function showPage(call: PageCall | ConsoleCall, content: PageContent): void {
  const isPart = call.headers['hx-request'] === 'true' && call.headers['hx-history-restore-request'] !== 'true';
  call.status = content.status ?? 200;
  call.vary('HX-Request');
  call.set('Content-Type', 'text/html; charset=utf-8');
  const shown = takeNotice(call);
  const { session } = call.state as { session?: SignedIn };
  const html = isPart
    ? renderToString(
        <>
          <title>{`${content.title} · Conciliação`}</title>
          <Content content={content} notice={shown} />
        </>,
      )
    : `<!doctype html>${renderToString(<Whole {...{ call, content, session }} notice={shown} />)}`;
  // Bytes: koa and the compression would walk a text once each, and one of a renderer's many pieces more slowly.
  call.body = Buffer.from(html);
}

/** Dark only when the person chose it. */
export function isDark(call: PageCall | ConsoleCall): boolean {
  return cookieOf(call, THEME_COOKIE) === 'escuro';
}

type WholeProps = Readonly<{
  call: PageCall | ConsoleCall;
  content: PageContent;
  session: SignedIn | undefined;
  notice: Notice | null;
}>;

function Whole({ call, content, session, notice }: WholeProps) {
  return (
    <html lang="pt-BR" data-bs-theme={isDark(call) ? 'dark' : 'light'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${content.title} · Conciliação`}</title>
        <meta name="htmx-config" content={HTMX_CONFIG} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={assetPath('bootstrap.min.css')} />
        <link rel="stylesheet" href={assetPath('console.css')} />
        <script src={assetPath('htmx.min.js')} defer />
        <script src={assetPath('console.js')} defer />
      </head>
      <body>
        <a class="visually-hidden-focusable skip" href="#conteudo">
          Ir para o conteúdo
        </a>
        {session !== undefined && <Header call={call} session={session} />}
        {session !== undefined && <LinksMade session={session} />}
        <main id="conteudo" class={content.wide ? 'container-fluid' : 'container'} tabindex={-1}>
          <Content content={content} notice={notice} />
        </main>
        <div id="anuncios" class="visually-hidden" aria-live="polite" />
        {session !== undefined && <Shortcuts />}
      </body>
    </html>
  );
}

function Content({ content, notice }: Readonly<{ content: PageContent; notice: Notice | null }>) {
  return (
    <>
      <div id="avisos" role="status">
        {notice !== null && <div class={`alert alert-${notice.kind}`}>{notice.sentence}</div>}
      </div>
      <div class="page-head">
        <h1>{content.title}</h1>
        {content.actions !== undefined && <div class="page-actions">{content.actions}</div>}
      </div>
      {content.body}
    </>
  );
}

function Header({ call, session }: Readonly<{ call: PageCall | ConsoleCall; session: SignedIn }>) {
  const current = currentEntry(call.path);
  const { alone, groups } = grouped(entriesFor(session.access));
  return (
    <header class="console-header">
      <nav class="container-fluid" aria-label="Principal">
        <a class="brand" href="/console">
          Conciliação
        </a>
        <ul class="entries">
          {alone.map((entry) => (
            <Entry entry={entry} current={current} />
          ))}
          {groups.map((group) => (
            <EntryGroup group={group} current={current} />
          ))}
        </ul>
        <div class="person">
          <span class="person-name" title={session.email}>
            {session.name}
          </span>
          <a
            class="btn btn-sm btn-outline-secondary"
            href={HELP}
            aria-current={call.path === HELP ? 'page' : undefined}
          >
            Ajuda
          </a>
          <PostButton
            session={session}
            action="/console/tema"
            label={isDark(call) ? 'Tema claro' : 'Tema escuro'}
          />
          <PostButton session={session} action="/console/sair" label="Sair" />
        </div>
      </nav>
    </header>
  );
}

type EntryProps = Readonly<{ entry: NavigationEntry; current: string | null }>;

function Entry({ entry: { path, label }, current }: EntryProps) {
  return (
    <li>
      <a href={path} aria-current={path === current ? 'page' : undefined}>
        {label}
      </a>
    </li>
  );
}

/** Opens one at a time, without a script. */
function EntryGroup({ group, current }: Readonly<{ group: ShownGroup; current: string | null }>) {
  const isHere = group.entries.some(({ path }) => path === current);
  return (
    <li class="entry-group">
      <details name="menu">
        <summary aria-current={isHere ? 'true' : undefined}>{group.label}</summary>
        <ul>
          {group.entries.map((entry) => (
            <Entry entry={entry} current={current} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function PostButton({ session, action, label }: Readonly<{ session: SignedIn; action: string; label: string }>) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name={CSRF_FIELD} value={session.csrfToken} />
      <button class="btn btn-sm btn-outline-secondary">{label}</button>
    </form>
  );
}
