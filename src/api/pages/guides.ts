// The guides of docs/ under /docs, without a key: an index, a page for each, and the files they show or offer.
import { readFileSync } from 'node:fs';
import { guideHtml, titleOf } from './guideHtml.js';
import { programFile } from '../../runtime/program.js';
import { lazily, type Loaded } from '../http/sharedFiles.js';
import { documentHtml, linkList } from './html.js';

/** What a guide is for, by its name, in the order of the index. */
export const GUIDES: readonly (readonly [name: string, about: string])[] = [
  ['comecar', 'Do ERP ao serviço: conferir, importar e ler'],
  ['erros', 'Cada código de erro e o que fazer com ele'],
  ['versoes', 'O que pode mudar na API e o que não muda'],
  ['webhooks', 'Receber avisos e conferir a assinatura'],
  ['bi', 'Listas em JSON, CSV e XLSX, e só o que mudou'],
  ['console', 'As páginas em que a equipe importa, concilia e fecha'],
  ['conciliacoes', 'Estados, papéis, atos e prazos'],
  ['configuracao', 'As variáveis de ambiente'],
  ['comandos', 'A linha de comando do operador'],
  ['cadastros', 'Cada campo do arquivo de clientes, empresas, planos e usuários'],
  ['operating', 'Cópias de segurança, falhas e vários processos'],
  ['auditoria', 'O que é provado, o que não é, e como guardar as provas'],
  ['dossie', 'O arquivo de uma competência fechada que prova a si mesmo'],
  ['performance', 'O que foi medido, e como (em inglês)'],
];
/** What guides show or offer, by path below docs/, and its type. */
const FILES = [
  ['imagens/conciliacoes.svg', 'image/svg+xml'],
  ['imagens/console-fechamento.png', 'image/png'],
  ['imagens/console-conciliacao.png', 'image/png'],
  ['imagens/console-checklist.png', 'image/png'],
  ['imagens/console-itens.png', 'image/png'],
  ['imagens/console-cronograma.png', 'image/png'],
  ['imagens/console-arquivos.png', 'image/png'],
  // To be kept and opened from its file: no policy of ours decides then what it may do.
  ['verificador.html', 'application/octet-stream'],
] as const;

const DOCS = '/docs';
/** Beside `dist`, in a checkout and in the image. */
const fileOf = (name: string): string => programFile(`docs/${name}`);
const textOf = (name: string): string => readFileSync(fileOf(`${name}.md`), 'utf8');

export type ServedFile = Readonly<{ path: string; type: string; load(): Loaded }>;

/** Each is read at its first request. @throws ProgramFileMissing when one of their files is not there */
export function guidePages(): readonly ServedFile[] {
  const html = 'text/html; charset=utf-8';
  for (const name of [...GUIDES.map(([guide]) => `${guide}.md`), ...FILES.map(([file]) => file)]) fileOf(name);
  return [
    { path: DOCS, type: html, load: lazily(indexHtml) },
    ...GUIDES.map(([name]) => ({ path: `${DOCS}/${name}`, type: html, load: lazily(() => pageOf(textOf(name))) })),
    ...FILES.map(([name, type]) => ({
      path: `${DOCS}/${name}`,
      type,
      load: lazily(() => readFileSync(fileOf(name))),
    })),
  ];
}

export function guideList(): string {
  return linkList(GUIDES.map(([name, about]) => [`${DOCS}/${name}`, titleOf(textOf(name)), about]));
}

function indexHtml(): string {
  return documentHtml({ title: 'Guias', path: DOCS, body: `<h1>Guias</h1>\n${guideList()}` });
}

function pageOf(markdown: string): string {
  return documentHtml({ title: titleOf(markdown), path: DOCS, body: guideHtml(markdown, addressOf) });
}

/** The body of one guide, for a page of another look. */
export function guideBody(name: string): string {
  return guideHtml(textOf(name), addressOf);
}

/** Only guides and their files are served; the README's place is taken by the first page. */
function addressOf(target: string): string | null {
  const [file = '', anchor] = target.split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (FILES.some(([name]) => file === name)) return `${DOCS}/${file}`;
  const [name] = GUIDES.find(([guide]) => file === `${guide}.md`) ?? [];
  return name === undefined ? null : `${DOCS}/${name}${hash}`;
}
