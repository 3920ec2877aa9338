// Sentences of `operator dossier` and `operator verify-dossier`, and the dossier's LEIA-ME.md.
import { timeInSaoPaulo } from '../../domain/kernel/calendarDate.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { month, sanitized, wholeNumber } from '../formats.js';

export type LastEvent = Readonly<{ stream: string; revision: number; type: string; at: string }>;

/** `closed`: whether the month was closed. `lastEvent`: of the dossier. */
export type ReadMeFacts = Readonly<{
  company: Readonly<{ nome: string; cnpj: string }>;
  competence: Competence;
  closed: boolean;
  lastEvent?: LastEvent;
}>;

export const sentences = {
  notClosed: (competence: Competence) =>
    `A competência ${month(competence)} não está fechada: feche-a, ou use --open para um dossiê do que há até agora`,
  keptOfAnother: (path: string) =>
    `O checkpoint ${path} não é deste log, ou é de antes de uma cópia ou restauração: confira-o com operator verify --checkpoint`,
  exists: (path: string) => `O arquivo ${path} já existe: apague-o ou escolha outro nome`,
  notWritten: (path: string, reason: string) => `Não foi possível gravar ${path}: ${reason}`,
  keyMissing: 'O dossiê é assinado com a chave dos selos, e DATA_DIR só pode ser lida',
  logDiffers: 'O log não confere com o seu último selo: execute operator verify',
  notADossier: (path: string) =>
    `O arquivo ${path} não é um dossiê inteiro: foi cortado, tem algo depois do seu fim, ou é outro arquivo`,
  unnamed: (path: string) =>
    `O arquivo ${path} foi recusado: tem bytes que o índice do ZIP não nomeia, ou nomeia de outro modo, e que podem ser outro arquivo`,
  tooLarge: (path: string) =>
    `O arquivo ${path} foi recusado: passa dos limites de um dossiê (arquivos, tamanhos, compressão ou memória), em docs/dossie.md`,
  unreadable: (path: string) => `Não foi possível ler o arquivo ${path}`,
  made: (path: string, events: number, size: number) =>
    `${path}: ${events} eventos, provados pelo checkpoint de ${size} eventos selados`,
  upTo: (last: LastEvent) => `O dossiê vai ${upTo(last, sanitized(last.stream))}. Atos posteriores não estão nele`,
  laterActs: (competence: Competence, count: number, at: string) =>
    count === 1
      ? `Há 1 ato posterior nas conciliações de ${month(competence)}, de ${timeInSaoPaulo(at)} (Brasília): não está no dossiê`
      : `Há ${wholeNumber(count)} atos posteriores nas conciliações de ${month(competence)}, até ${timeInSaoPaulo(at)} (Brasília): não estão no dossiê`,
  fingerprint: (root: string) => `Raiz do checkpoint: ${root}`,
  keyShown: (publicKey: string) =>
    `Assinado com a chave pública ${publicKey}: compare-a com a que você guardou (operator checkpoint)`,
};

export function upTo({ revision, type, at }: LastEvent, stream: string): string {
  const when = Number.isNaN(Date.parse(at)) ? sanitized(at) : `${timeInSaoPaulo(at)} (Brasília)`;
  return `até o evento ${revision} de ${stream} (${sanitized(type)}), de ${when}`;
}

/** Text from outside as Markdown and HTML show it, on one line. */
function escaped(text: string): string {
  const marked = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').replace(/[\\`*_[\]~|]/g, '\\$&');
  return marked.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function dossierReadMe({ company, competence, closed, lastEvent }: ReadMeFacts): string {
  return `# Dossiê da competência ${month(competence)}

Empresa: ${escaped(company.nome)}, CNPJ ${company.cnpj}${closed ? '' : '\n\nA competência estava aberta quando este dossiê foi feito.'}
${lastEvent === undefined ? '' : `\nVai ${upTo(lastEvent, `\`${lastEvent.stream}\``)}.\nAtos posteriores, também nas conciliações deste mês, não estão nele.\n`}
Este arquivo prova o que contém, sem o serviço e sem a rede: os eventos da empresa e da competência (importações, recusas,
liberações, atos das conciliações, fechamentos), cada um com a prova de que está no log selado, e o balancete e as
conciliações, refeitos a partir deles.

## Como conferir

1. \`operator verify-dossier ARQUIVO.zip\`, com \`--checkpoint ARQUIVO\` para cada checkpoint que você guardou.
2. \`verificador.html\`, uma página que se abre com dois cliques e confere sem a rede, publicada com o serviço
   (/docs/verificador.html no endereço dele); ou \`python3 verify_dossier.py ARQUIVO.zip\` (clients/python). São programas independentes.
3. À mão: o formato, byte a byte, está em docs/dossie.md; os hashes são SHA-256 e as assinaturas, Ed25519.

Compare a chave pública de manifest.json com a que você recebeu por outro caminho: quem tem outra chave pode assinar outro
dossiê. Um checkpoint guardado por você prova mais do que qualquer chave: que o log não foi refeito desde então.

## O que há aqui

- \`events.ndjson\`: os eventos, um por linha, na ordem do log; \`parts/\`: o conteúdo grande que eles citam
- \`proofs.ndjson\` e \`checkpoint.txt\`: a prova de cada evento, e o checkpoint assinado com que elas conferem
- \`consistency/\`: provas com os checkpoints guardados pelo auditor
- \`balancete.csv\` e \`.xlsx\`: as linhas da última versão; \`conciliacoes.csv\` e \`.xlsx\`: cada conciliação como
  resulta dos eventos, com as pessoas pelo id; \`composicoes.csv\` e \`.xlsx\`: os itens e ajustes de cada uma
- \`pessoas.json\`, se estiver aqui: os nomes das pessoas; ele, ou a linha de uma pessoa, pode ser retirado sem que
  a conferência seja afetada
- \`historico.html\`: o mês em frases, para ler ou imprimir
- \`evidence/\`: os arquivos anexados, pelo SHA-256
- \`manifest.json\` e \`manifest.note\`: a lista de tudo isto, assinada
`;
}
