// `npm run demo [-- --exit]`: runs the service on a temporary folder and a free port and shows it step by step.
// Runs until Ctrl-C; with `--exit` it ends with status 0, or 1 when a check failed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../app/config.js';
import { startService } from '../app/service.js';
import { check, say, shown, title } from './calls.js';
import { story } from './story.js';

const USAGE = `Uso: npm run demo [-- --exit]

Sobe o serviço completo em uma pasta temporária e em uma porta livre e percorre um mês, passo a passo, com os
comandos prontos para colar. Ao terminar, o serviço continua no ar até Ctrl-C, e a pasta é descartada.

Opções:
  --exit      encerra ao terminar; o código de saída é 1 se algo não saiu como esperado
  -h, --help  mostra esta ajuda
`;
const argumentList = process.argv.slice(2);
const unknown = argumentList.find((word) => !['--exit', '--help', '-h'].includes(word));
if (unknown !== undefined) {
  process.stderr.write(`Uso incorreto: opção desconhecida ${unknown}\n\n${USAGE}`);
  process.exit(2);
}
if (argumentList.includes('--help') || argumentList.includes('-h')) {
  process.stdout.write(USAGE);
  process.exit(0);
}

const dataDir = mkdtempSync(join(tmpdir(), 'conciliacao-'));
// The demonstration has a receiver of webhooks of its own, and shows a retry.
const webhooks = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '0,2,5' };
const { url, stop } = await startService(
  readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...webhooks }),
);
Object.assign(shown, { url, dataDir });
let leaving = false;
process.on('SIGINT', () => void leave());
process.on('SIGTERM', () => void leave());

title('Serviço de Conciliação Contábil: demonstração');
say(`No ar em ${url}, com os dados em ${dataDir} (descartados no fim).`);
say('Cole os comandos do operador na pasta do projeto; os de curl, em qualquer pasta.');
await story().catch((error: unknown) => check(`a demonstração parou: ${String(error)}`, false));
title(shown.failed === 0 ? 'Tudo como esperado' : 'Algo não saiu como esperado');
say(`${shown.held} verificações certas, ${shown.failed} erradas.`);
if (argumentList.includes('--exit')) await leave();
else say('O serviço continua no ar: cole qualquer comando acima em outro terminal. Ctrl-C encerra.\n');

async function leave(): Promise<void> {
  if (leaving) return;
  leaving = true;
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(shown.failed === 0 ? 0 : 1);
}
