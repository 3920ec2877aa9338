// `apply FILE.json`: registers clients, companies, charts, accounts, users and settings. May be repeated.
import type { Command } from 'commander';
import type { ChartWritten } from '../../commands/registers/writeChart.js';
import { applyRegisters, type ApplyItem } from '../../commands/registers/applyRegisters.js';
import { checkFirstRegisters } from '../../commands/registers/checkRegisters.js';
import { readRegistersFile } from '../../commands/registers/registersFile.js';
import { unusedPrefixText } from '../../messages/registers.js';
import { table } from '../output/table.js';
import type { Session } from '../session.js';

export function registerApply(program: Command, session: Session): void {
  program
    .command('apply')
    .description('cadastra clientes, usuários, empresas, planos e contas; pode ser repetido sem efeito')
    .argument('<arquivo>', 'arquivo JSON de cadastros')
    .action((path: string) =>
      session.runOnInput(
        'apply',
        { read: () => readRegistersFile(path), beforeMaking: checkFirstRegisters },
        async (file, deps, context) => {
          const onItem = (item: ApplyItem, chart: ChartWritten | null): void => {
            const line = progressOf(item, chart);
            if (line !== null) session.progress(line);
          };
          const { position, ...result } = await applyRegisters({ ...deps, onItem }, file, context);
          const { created, changed, unchanged, items, warnings } = result;
          const told = warnings.map((one) => `\n${one.cnpj}: ${unusedPrefixText(one)}`).join('');
          return {
            json: result,
            text: (columns) =>
              `${table(items.map(rowOf))(columns)}\n\ncriados: ${created}  alterados: ${changed}  sem alteração: ${unchanged}${told}`,
            change: { position, registersChanged: position !== null },
          };
        },
      ),
    );
}

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
