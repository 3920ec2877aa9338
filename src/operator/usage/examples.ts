// Examples of every command in its help. A test runs each of them up to the opening of the stores.
import type { CommandName } from '../permissions.js';

/** Without the program's name; '' has those of the program. */
export const examples: Readonly<Record<CommandName | '', readonly string[]>> = {
  '': [
    'apply fixtures/registers.json',
    'import balancete.csv --company 1 --period 2026-10',
    'release --company 1 --period 2026-10',
    'reconciliations list --company 1 --period 2026-10',
  ],

  apply: ['apply fixtures/registers.json'],
  'users list': ['users list', 'users list --as ana@cliente.com.br'],
  'users invite': ['users invite ana@cliente.com.br'],
  'users reset': ['users reset ana@cliente.com.br'],
  'users sign-out': ['users sign-out ana@cliente.com.br'],
  'users erase': ['users erase ana@cliente.com.br --yes'],

  'keys issue': [
    "keys issue --client acme --name 'Meu ERP' --scopes trial_balances:write,trial_balances:read",
    'keys issue --client acme --name BI --scopes analytics:read --json',
  ],
  'keys list': ['keys list'],
  'keys revoke': ['keys revoke 3'],
  'keys rotate': ['keys rotate 3 --overlap 24h'],

  'companies list': ['companies list', 'companies list --as ana@cliente.com.br'],
  'charts list': ['charts list'],
  'mapping suggest': ['mapping suggest balancete.csv --company 1 --out mapa.json'],
  'mapping set': ['mapping set mapa.json --company 1'],

  import: [
    'import balancete.csv --company 1 --period 2026-10 --validate-only',
    'import balancete.xlsx --company 1 --annotate erros.xlsx',
  ],
  'trial-balances list': ['trial-balances list --company 1', 'trial-balances list --company 1 --as-of 2026-10-31'],
  release: ['release --company 1 --period 2026-10'],
  close: ['close --company 1 --period 2026-10', 'close --company 1 --period 2026-10 --yes'],
  reopen: ["reopen --company 1 --period 2026-10 --reason 'lançamento de depreciação esquecido'"],
  export: ['export outubro.xlsx --company 1 --period 2026-10'],

  'reconciliations list': ['reconciliations list --company 1 --period 2026-10 --status IN_REVIEW'],
  'reconciliations do': [
    'reconciliations do start --id 12 --id 13 --as ana@cliente.com.br',
    'reconciliations do compose --id 12 --items itens.json --as ana@cliente.com.br',
    "reconciliations do reject --id 12 --reason 'falta o extrato' --as caio@cliente.com.br",
    'reconciliations do approve --all --company 1 --period 2026-10 --status IN_APPROVAL --as caio@cliente.com.br',
  ],
  'reconciliations evidence': ['reconciliations evidence --id 12 --save evidencias'],
  history: ['history --company 1 --period 2026-10', 'history --company 1 --id 12 --from 2026-11-01'],

  'webhooks list': ['webhooks list'],
  'webhooks resume': ['webhooks resume --from now', 'webhooks resume --from 2026-09-01T18:00:00-03:00'],
  'events stats': ['events stats'],
  'calls list': ['calls list --limit 20'],

  verify: ['verify', 'verify --checkpoint checkpoint.txt'],
  prove: ['prove --from checkpoint.txt prova.txt', 'prove --from antigo.txt --to novo.txt prova.txt'],
  dossier: [
    'dossier --company 1 --period 2026-10 dossie.zip',
    'dossier --company 1 --period 2026-10 --names dossie.zip',
    'dossier --company 1 --period 2026-10 --checkpoint checkpoint.txt dossie.zip',
  ],
  'verify-dossier': ['verify-dossier dossie.zip', 'verify-dossier dossie.zip --checkpoint checkpoint.txt'],
  checkpoint: ['checkpoint checkpoint.txt'],
  'seals rotate-key': ['seals rotate-key', 'seals rotate-key --key-file nova.key'],
  backup: ['backup /mnt/copia/2026-11-01 --verify'],
  restore: ['restore /mnt/copia/2026-11-01'],
  rebuild: ['rebuild'],
  'log accept': ["log accept --reason 'servidor restaurado da cópia de ontem'"],
  'copy-events': ["copy-events --to 'esdb://servidor:2113?tls=true'"],
};
