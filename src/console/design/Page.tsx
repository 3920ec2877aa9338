// A whole page: head, navigation, notice, content, footer. htmx gets the content alone.
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { assetPath } from '../assets/assets.js';
import type { ConsoleCall, PageCall } from '../route.js';
import { takeNotice, type Notice } from '../session/answers.js';
import { cookieOf, THEME_COOKIE } from '../session/cookies.js';
import { currentEntry, entriesFor, NOTICE_COUNT } from './navigation.js';
import { CallProvider, Form, HiddenFields, LinkButton, useCall } from './Form.js';
import { isPaper } from './Table.js';
import { linkMade, LINKS_EXPLAINED } from '../../messages/console.js';
import { instantText } from './values.js';
import { paths } from '../paths.js';

export type PageContent = Readonly<{
  title: string;
  /** After it in the title of the window: whose it is, where several pages have that title. */
  of?: string | undefined;
  body: ComponentChildren;
  /** Beside the title, its main act; false for who may not. */
  add?: readonly [href: string, label: string] | false;
  actions?: ComponentChildren;
  /** When a page that can be printed was read. */
  now?: Date;
  status?: number;
}>;

/** htmx takes the events and history of the page from here; attributes that need `eval` are refused by the CSP. */
const HTMX_CONFIG = JSON.stringify({ transitions: false, history: 'reload' });

/** Answers a whole page, or its content alone when htmx asks. Addresses are the same: `Vary: HX-Request`. */
export function showPage(call: PageCall, content: PageContent): void {
  const isPart = call.headers['hx-request'] === 'true' && call.headers['hx-history-restore-request'] !== 'true';
  call.status = content.status ?? 200;
  call.vary('HX-Request');
  call.set('Content-Type', 'text/html; charset=utf-8');
  const Answer = isPart ? Part : Whole;
  const html = renderToString(
    <CallProvider value={call}>
      <Answer call={call} content={content} notice={takeNotice(call)} />
    </CallProvider>,
  );
  // Bytes: koa and the compression would walk a text once each, and one of a renderer's many pieces more slowly.
  call.body = Buffer.from(isPart ? html : `<!doctype html>${html}`);
}

/** What the person chose; null: the system's setting decides. */
function themeOf(call: PageCall): 'light' | 'dark' | null {
  const chosen = cookieOf(call, THEME_COOKIE);
  return chosen === 'escuro' ? 'dark' : chosen === 'claro' ? 'light' : null;
}

const windowTitle = ({ title, of }: PageContent): string => [title, of, 'Conciliação'].filter(Boolean).join(' · ');

type PageProps = Readonly<{ call: PageCall; content: PageContent; notice: Notice | null }>;

const isSignedIn = (call: PageCall): call is ConsoleCall => call.session !== undefined;

function Part(page: PageProps) {
  return (
    <>
      <title>{windowTitle(page.content)}</title>
      <Content {...page} />
    </>
  );
}

function Whole(page: PageProps) {
  const { call, content } = page;
  // A question: the next Tab goes to its fields, not through the navigation.
  const isAnswer = call.method === 'POST' && call.status === 200;
  return (
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{windowTitle(content)}</title>
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
        <Header>{isSignedIn(call) && <Menus />}</Header>
        {isSignedIn(call) && <LinksMade />}
        <main id="conteudo" tabindex={-1} aria-label={content.title} autofocus={isAnswer}>
          <Content {...page} />
        </main>
        <div id="anuncios" class="unseen" aria-live="polite" />
        {isSignedIn(call) && <Shortcuts />}
      </body>
    </html>
  );
}

function Content({ call, content, notice }: PageProps) {
  return (
    <>
      <Toast call={call} notice={notice} />
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
      {content.now !== undefined && isSignedIn(call) && isPaper(call) && (
        <p class="muted">
          Impresso por {call.session.name} em {instantText(content.now.toISOString())}
        </p>
      )}
      {content.body}
    </>
  );
}

function Header({ children }: Readonly<{ children: ComponentChildren }>) {
  return (
    <header class="console-header">
      <nav aria-label="Principal">
        <a class="brand" href={paths.myDay}>
          Conciliação
        </a>
        {children}
      </nav>
    </header>
  );
}

function Menus() {
  const call = useCall();
  const current = currentEntry(call.path);
  return (
    <>
      <ul class="entries">
        {[...entriesFor(call.session.access)].map(([group, entries]) => (
          <Entries group={group} entries={entries} current={current} />
        ))}
        <li class="more">
          <details>
            <summary>Mais</summary>
          </details>
        </li>
      </ul>
      <div class="person">
        <a href={paths.notices} aria-current={call.path === paths.notices ? 'page' : undefined}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path
              fill="currentColor"
              d="M8 1a4 4 0 0 0-4 4v3l-2 3v1h12v-1l-2-3V5a4 4 0 0 0-4-4zM6 13a2 2 0 0 0 4 0z"
            />
          </svg>
          <span class="unseen">Avisos</span> <span hx-get={NOTICE_COUNT} hx-trigger="load" hx-select="#contagem" />
        </a>
        <a href={paths.search} aria-current={call.path === paths.search ? 'page' : undefined} title="Ctrl + K">
          Buscar
        </a>
        <PersonMenu />
      </div>
    </>
  );
}

function PersonMenu() {
  const call = useCall();
  const theme = themeOf(call);
  return (
    <details class="menu" name="menu">
      <summary title={call.session.email}>
        <span class="clip">
          <span class="person-name">{call.session.name}</span>
        </span>
      </summary>
      <div class="panel">
        <a href={paths.help} aria-current={call.path === paths.help ? 'page' : undefined}>
          Ajuda
        </a>
        <div hidden data-shortcuts>
          <button type="button">Atalhos do teclado</button>
        </div>
        {theme !== 'dark' && <ThemeButton to="escuro" />}
        {theme !== 'light' && <ThemeButton to="claro" />}
        <Form action="/console/sair">
          <button>Sair</button>
        </Form>
      </div>
    </details>
  );
}

type EntriesProps = Readonly<{
  group: string;
  entries: readonly Readonly<{ path: string; label: string }>[];
  current: string | null;
}>;

/** Only one group is open at a time, by the `name` of `<details>`. */
function Entries({ group, entries, current }: EntriesProps) {
  const links = entries.map(({ path, label }) => (
    <li>
      <a href={path} aria-current={path === current ? 'page' : undefined}>
        {label}
      </a>
    </li>
  ));
  if (group === '') return <>{links}</>;
  return (
    <li class="menu">
      <details name="menu">
        <summary aria-current={entries.some(({ path }) => path === current) ? 'true' : undefined}>{group}</summary>
        <ul>{links}</ul>
      </details>
    </li>
  );
}

/** While no theme is chosen, the page has both buttons; the stylesheet shows the one with an effect. */
function ThemeButton({ to }: Readonly<{ to: 'claro' | 'escuro' }>) {
  return (
    <Form action="/console/tema" class={themeOf(useCall()) === null ? `to-${to}` : undefined}>
      <input type="hidden" name="tema" value={to} />
      <button>Tema {to}</button>
    </Form>
  );
}

/** The notice of the act before, with its undo; empty without one, as the script announces in it, too. */
function Toast({ call, notice }: Readonly<{ call: PageCall; notice: Notice | null }>) {
  return (
    <div id="avisos" role="status">
      {notice !== null && (
        <div class={`note ${notice.kind}`}>
          {notice.undo ? `${notice.sentence} ` : notice.sentence}
          {notice.undo && isSignedIn(call) && (
            <Form action={notice.undo.action} class="undo">
              <HiddenFields fields={[...notice.undo.fields, ['voltar', call.url]]} />
              <button>Desfazer</button>
            </Form>
          )}
        </div>
      )}
    </div>
  );
}

/** The address of the form that acknowledges links. `UNTIL_FIELD`: the time of the newest link shown. */
export const LINKS_SEEN = '/console/acessos/ciente';
export const UNTIL_FIELD = 'ate';

function LinksMade() {
  const { links } = useCall().session;
  const newest = links.at(-1);
  if (newest === undefined) return null;
  return (
    <section aria-label="Links de acesso à sua conta">
      <div class="note warn">
        <p>
          {links.map(({ kind, at, by }) => `${linkMade(kind, by, instantText(at))}. `)}
          {LINKS_EXPLAINED}
        </p>
        <Form action={LINKS_SEEN}>
          <input type="hidden" name={UNTIL_FIELD} value={newest.at} />
          <button>Estou ciente</button>
        </Form>
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

/** Opened by the script only, as is the switch of the keys of one character, which a cookie keeps. */
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
