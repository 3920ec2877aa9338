// A whole page: head, navigation, notice, content, footer. htmx gets the content alone.
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { assetPath } from '../assets/assets.js';
import type { ConsoleCall, PageCall } from '../route.js';
import { takeNotice, type Notice } from '../session/answers.js';
import { cookieOf, THEME_COOKIE } from '../session/cookies.js';
import type { SignedIn } from '../session/sessions.js';
import { CSRF_FIELD } from '../session/readForm.js';
import {
  currentEntry,
  entriesFor,
  grouped,
  NOTICE_COUNT,
  NOTICES,
  type NavigationEntry,
  type ShownGroup,
} from './navigation.js';
import { Form, HiddenFields, LinkButton } from './Form.js';
import { isPaper, Printed } from './Table.js';
import { linkMade, LINKS_EXPLAINED } from '../../messages/console.js';
import { instantText } from './values.js';

export type PageContent = Readonly<{
  /** Heads the page and names its tab. */
  title: string;
  body: ComponentChildren;
  /** Beside the title, its main act; false for who may not. */
  add?: readonly [href: string, label: string] | false;
  /** Beside the title: buttons, links. */
  actions?: ComponentChildren;
  /** Of a page that can be printed: when it was read. */
  now?: Date;
  /** 200 unless given. */
  status?: number;
}>;

/** htmx takes the events and history of the page from here; attributes that need `eval` are refused by the CSP. */
const HTMX_CONFIG = JSON.stringify({ transitions: false, history: 'reload' });

const HELP = '/console/ajuda';
const SEARCH = '/console/busca';

/** Answers a whole page, or its content alone when htmx asks. Addresses are the same: `Vary: HX-Request`. */
export function showPage(call: PageCall | ConsoleCall, content: PageContent): void {
  const isPart = call.headers['hx-request'] === 'true' && call.headers['hx-history-restore-request'] !== 'true';
  call.status = content.status ?? 200;
  call.vary('HX-Request');
  call.set('Content-Type', 'text/html; charset=utf-8');
  const shown = takeNotice(call);
  const { session } = call;
  const html = isPart
    ? renderToString(
        <>
          <title>{`${content.title} · Conciliação`}</title>
          <Content {...{ call, content }} notice={shown} />
        </>,
      )
    : `<!doctype html>${renderToString(<Whole {...{ call, content, session }} notice={shown} />)}`;
  // Bytes: koa and the compression would walk a text once each, and one of a renderer's many pieces more slowly.
  call.body = Buffer.from(html);
}

/** What the person chose; null: the system's setting decides. */
function themeOf(call: PageCall | ConsoleCall): 'light' | 'dark' | null {
  const chosen = cookieOf(call, THEME_COOKIE);
  return chosen === 'escuro' ? 'dark' : chosen === 'claro' ? 'light' : null;
}

type WholeProps = Readonly<{
  call: PageCall | ConsoleCall;
  content: PageContent;
  session: SignedIn | undefined;
  notice: Notice | null;
}>;

function Whole({ call, content, session, notice }: WholeProps) {
  return (
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${content.title} · Conciliação`}</title>
        <meta name="color-scheme" content={themeOf(call) ?? 'light dark'} />
        <meta name="htmx-config" content={HTMX_CONFIG} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" href={assetPath('inter.woff2')} as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href={assetPath('console.css')} />
        <script src={assetPath('htmx.min.js')} defer />
        <script src={assetPath('console.js')} defer />
      </head>
      <body>
        <a class="skip" href="#conteudo">
          Ir para o conteúdo
        </a>
        {session !== undefined && <Header call={call} session={session} />}
        {session !== undefined && <LinksMade session={session} />}
        <main id="conteudo" tabindex={-1}>
          <Content {...{ call, content, notice }} />
        </main>
        <div id="anuncios" class="unseen" aria-live="polite" />
        {session !== undefined && <Shortcuts />}
      </body>
    </html>
  );
}

function Content({ call, content, notice }: Omit<WholeProps, 'session'>) {
  return (
    <>
      <Toast {...{ call, notice }} />
      <div class="page-head">
        <h1>{content.title}</h1>
        {(content.add || content.actions) && (
          <div class="buttons">
            {content.add && (
              <LinkButton isMain href={content.add[0]}>
                {content.add[1]}
              </LinkButton>
            )}
            {content.actions}
          </div>
        )}
      </div>
      {content.now !== undefined && isPaper(call) && (
        <Printed session={(call as ConsoleCall).session} now={content.now} />
      )}
      {content.body}
    </>
  );
}

function Header({ call, session }: HeaderProps) {
  const current = currentEntry(call.path);
  const { alone, groups } = grouped(entriesFor(session.access));
  return (
    <header class="console-header">
      <nav aria-label="Principal">
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
          <li class="more">
            <details>
              <summary>Mais</summary>
            </details>
          </li>
        </ul>
        <div class="person">
          <a href={NOTICES} aria-current={call.path === NOTICES ? 'page' : undefined}>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path
                fill="currentColor"
                d="M8 1a4 4 0 0 0-4 4v3l-2 3v1h12v-1l-2-3V5a4 4 0 0 0-4-4zM6 13a2 2 0 0 0 4 0z"
              />
            </svg>
            <span class="unseen">Avisos</span>{' '}
            <span hx-get={NOTICE_COUNT} hx-trigger="load" hx-select="#contagem" />
          </a>
          <a href={SEARCH} aria-current={call.path === SEARCH ? 'page' : undefined} title="Ctrl + K">
            Buscar
          </a>
          <PersonMenu {...{ call, session }} />
        </div>
      </nav>
    </header>
  );
}

type HeaderProps = Readonly<{ call: PageCall | ConsoleCall; session: SignedIn }>;

function PersonMenu({ call, session }: HeaderProps) {
  const theme = themeOf(call);
  return (
    <details class="menu" name="menu">
      <summary title={session.email}>
        <span class="clip">
          <span class="person-name">{session.name}</span>
        </span>
      </summary>
      <div class="panel">
        <a href={HELP} aria-current={call.path === HELP ? 'page' : undefined}>
          Ajuda
        </a>
        {theme !== 'dark' && <ThemeButton {...{ session, theme }} to="escuro" />}
        {theme !== 'light' && <ThemeButton {...{ session, theme }} to="claro" />}
        <PostButton session={session} action="/console/sair" label="Sair" />
      </div>
    </details>
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
    <li class="menu">
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

type ThemeProps = Readonly<{ session: SignedIn; theme: 'light' | 'dark' | null; to: 'claro' | 'escuro' }>;

/** Without a choice both are on the page, and the stylesheet shows the one that changes something. */
function ThemeButton({ session, theme, to }: ThemeProps) {
  const look = theme === null ? `to-${to}` : undefined;
  return (
    <PostButton session={session} action="/console/tema" label={`Tema ${to}`} look={look}>
      <input type="hidden" name="tema" value={to} />
    </PostButton>
  );
}

type PostButtonProps = Readonly<{
  session: SignedIn;
  action: string;
  label: string;
  look?: string | undefined;
  children?: ComponentChildren;
}>;

function PostButton({ session, action, label, look, children }: PostButtonProps) {
  return (
    <form method="post" action={action} class={look}>
      <input type="hidden" name={CSRF_FIELD} value={session.csrfToken} />
      {children}
      <button>{label}</button>
    </form>
  );
}

/** What became of the act before, for a while to be undone. The place is always there: a script announces in it, too. */
function Toast({ call, notice }: Readonly<{ call: PageCall | ConsoleCall; notice: Notice | null }>) {
  return (
    <div id="avisos" role="status">
      {notice !== null && (
        <div class={`note ${notice.kind}`}>
          {notice.sentence}
          {notice.undo && (
            <Form call={call as ConsoleCall} action={notice.undo.action} class="undo">
              <HiddenFields fields={[...notice.undo.fields, ['voltar', call.url]]} />
              <button>Desfazer</button>
            </Form>
          )}
        </div>
      )}
    </div>
  );
}

/** Of the form that says so. `UNTIL_FIELD`: the time of the newest link shown. */
export const LINKS_SEEN = '/console/acessos/ciente';
export const UNTIL_FIELD = 'ate';

function LinksMade({ session: { links, csrfToken } }: Readonly<{ session: SignedIn }>) {
  const newest = links.at(-1);
  if (newest === undefined) return null;
  return (
    <section aria-label="Links de acesso à sua conta">
      <div class="note warn">
        {links.map(({ kind, at, by }) => (
          <p>{linkMade(kind, by, instantText(at))}.</p>
        ))}
        <p>{LINKS_EXPLAINED}</p>
        <form method="post" action={LINKS_SEEN}>
          <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
          <input type="hidden" name={UNTIL_FIELD} value={newest.at} />
          <button>Estou ciente</button>
        </form>
      </div>
    </section>
  );
}

const keys = [
  ['Ctrl + K', 'Buscar em tudo'],
  ['/', 'Ir para a busca'],
  ['j', 'Próxima linha da lista'],
  ['k', 'Linha anterior da lista'],
  ['x', 'Selecionar a linha'],
  ['Enter', 'Abrir a linha'],
  ['n', 'Próxima da fila'],
  ['e', 'Enviar'],
  ['p', 'Encaminhar para aprovação'],
  ['a', 'Aprovar'],
  ['Ctrl + Enter', 'Enviar o formulário'],
  ['?', 'Mostrar os atalhos'],
] as const;

/** Opened by the script only, as is the switch of the single-letter keys, which a cookie keeps. */
function Shortcuts() {
  return (
    <dialog id="atalhos" class="shortcuts" aria-labelledby="atalhos-titulo">
      <form method="dialog">
        <h2 id="atalhos-titulo">Atalhos do teclado</h2>
        <dl>
          {keys.map(([key, does]) => (
            <div>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label class="check">
          <input type="checkbox" data-single-keys />
          <span>Usar teclas de uma só letra</span>
        </label>
        <button>OK</button>
      </form>
    </dialog>
  );
}
