// `apply FILE.json`: registers clients, companies, charts, accounts, users and settings. May be repeated.
import type { ChartWritten } from '../../commands/registers/writeChart.js';
import { applyRegisters, type ApplyItem } from '../../commands/registers/applyRegisters.js';
import { checkFirstRegisters } from '../../commands/registers/checkRegisters.js';
import { readRegistersFile } from '../../commands/registers/registersFile.js';
import { REGISTRARS } from '../../domain/clients/roles.js';
import { unusedPrefixText } from '../../messages/registers.js';
import { argument, command } from '../command.js';
import { table } from '../output.js';

const apply = command({
  name: 'apply',
  says: 'cadastra clientes, usuários, empresas, planos e contas; pode ser repetido sem efeito',
  // The role must cover the whole client.
  roles: REGISTRARS,
  changes: true,
  examples: ['apply fixtures/registers.json'],
  takes: { path: argument('<arquivo>', 'arquivo JSON de cadastros') },
  beforeMaking: async ({ path }) => checkFirstRegisters(await readRegistersFile(path)),
  async run({ path }, deps, running) {
    const onItem = (item: ApplyItem, chart: ChartWritten | null): void => {
      const line = progressOf(item, chart);
      if (line !== null) running.progress(line);
    };
    const file = await readRegistersFile(path);
    const { position, ...result } = await applyRegisters(deps, file, running, { onItem });
    const { created, changed, unchanged, items, warnings } = result;
    const warningLines = warnings.map((one) => `\n${one.cnpj}: ${unusedPrefixText(one)}`).join('');
    return {
      json: result,
      text: (columns) =>
        `${table(items.map(rowOf))(columns)}\n\ncriados: ${created}  alterados: ${changed}  sem alteração: ${unchanged}${warningLines}`,
      change: { position, registersChanged: position !== null },
    };
  },
});

export const commands = [apply];

const KIND_NAMES: Readonly<Record<ApplyItem['kind'], string>> = {
  client: 'Cliente',
  company: 'Empresa',
  chart: 'Plano',
};
const MASCULINE = { created: 'criado', changed: 'alterado', unchanged: 'sem alteração' } as const;
const FEMININE = { created: 'criada', changed: 'alterada', unchanged: 'sem alteração' } as const;

function outcomeText({ kind, outcome }: ApplyItem): string {
  return (kind === 'company' ? FEMININE : MASCULINE)[outcome];
}

function rowOf(item: ApplyItem): Readonly<Record<string, unknown>> {
  const { kind, ref, id } = item;
  return { tipo: KIND_NAMES[kind], referência: ref, id, resultado: outcomeText(item) };
}

/** Null for unchanged items. */
function progressOf(item: ApplyItem, chart: ChartWritten | null): string | null {
  const { kind, ref, outcome } = item;
  if (outcome === 'unchanged') return null;
  const accounts =
    chart === null ? '' : ` (contas novas: ${chart.accountsAdded}, alteradas: ${chart.accountsChanged})`;
  return `${KIND_NAMES[kind]} ${ref}: ${outcomeText(item)}${accounts}`;
}
