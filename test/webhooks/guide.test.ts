// The code of docs/webhooks.md, as it stands there, run in each language that is on this machine.
import { describe, expect, it } from '#jest';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newWebhookSecret } from '../../src/commands/webhooks/webhookCommands.js';
import { signatureHeaders } from '../../src/webhooks/sending/signature.js';
import { temporaryDir } from '../support/service.js';

const GUIDE = readFileSync(join(process.cwd(), 'docs/webhooks.md'), 'utf8');
const RUN_MAX_MS = 120_000;

/** The first block of a language, as a reader would copy it. */
function block(language: string): string {
  const found = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(GUIDE)?.[1];
  if (found === undefined) throw new Error(`docs/webhooks.md has no block of ${language}`);
  return found;
}

type Case = Readonly<{ secret: string; body: string; signature: string; next: string; right: boolean }>;

function cases(): readonly Case[] {
  const secret = newWebhookSecret();
  const other = newWebhookSecret();
  const body = '{"id":"evt_1","data":{"chartName":"Plano – ação €"}}';
  const headers = (current: string, next: string | null, of = body) =>
    signatureHeaders({ eventId: 'evt_1', body: Buffer.from(of), at: new Date() }, { current, next });
  const own = headers(secret, other);
  const signature = own['X-Service-Signature'] ?? '';
  const next = own['X-Service-Signature-Next'] ?? '';
  return [
    { secret, body, signature, next: '', right: true },
    { secret, body, signature, next, right: true },
    { secret: other, body, signature, next, right: true },
    { secret: other, body, signature, next: '', right: false },
    { secret, body: `${body} `, signature, next, right: false },
    { secret, body, signature: signature.slice(0, -1), next: '', right: false },
    { secret, body, signature: signature.slice(7), next: '', right: false },
    { secret, body, signature: '', next: '', right: false },
    { secret: secret.slice(6), body, signature, next: '', right: false },
    {
      secret: "It's a Secret to Everybody",
      body: 'Hello, World!',
      signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      next: '',
      right: true,
    },
  ];
}

/** Reads a case a line (secret, body in base64, both headers, by tabs) and prints a line each: true or false. */
type Runner = Readonly<{
  needs: readonly string[];
  files: Readonly<Record<string, string>>;
  steps: readonly string[][];
}>;

const RUNNERS: Readonly<Record<string, Runner>> = {
  js: {
    needs: ['node', '--version'],
    files: {
      'assinatura.mjs': block('js'),
      'main.mjs': `import { readFileSync } from 'node:fs';
import { assinaturaConfere } from './assinatura.mjs';
for (const linha of readFileSync('casos', 'utf8').split('\\n')) {
  const [segredo, corpo, assinatura, proxima] = linha.split('\\t');
  console.log(assinaturaConfere(segredo, Buffer.from(corpo, 'base64'), assinatura, proxima));
}`,
    },
    steps: [[process.execPath, 'main.mjs']],
  },
  python: {
    needs: ['python3', '--version'],
    files: {
      'assinatura.py': block('python'),
      'main.py': `import base64
from assinatura import assinatura_confere
for linha in open('casos', encoding='utf-8').read().split('\\n'):
    segredo, corpo, assinatura, proxima = linha.split('\\t')
    print(str(assinatura_confere(segredo, base64.b64decode(corpo), assinatura or None, proxima or None)).lower())`,
    },
    steps: [['python3', 'main.py']],
  },
  java: {
    needs: ['javac', '-version'],
    files: {
      'Assinatura.java': block('java'),
      'Main.java': `import java.nio.file.*;
import java.util.Base64;
public class Main {
    public static void main(String[] args) throws Exception {
        for (String linha : Files.readString(Path.of("casos")).split("\\n")) {
            String[] c = linha.split("\\t", -1);
            System.out.println(Assinatura.confere(c[0], Base64.getDecoder().decode(c[1]), c[2], c[3].isEmpty() ? null : c[3]));
        }
    }
}`,
    },
    steps: [
      ['javac', '-encoding', 'UTF-8', 'Assinatura.java', 'Main.java'],
      ['java', '-cp', '.', 'Main'],
    ],
  },
  php: {
    needs: ['php', '--version'],
    files: {
      'assinatura.php': block('php'),
      'main.php': `<?php require 'assinatura.php';
foreach (explode("\\n", file_get_contents('casos')) as $linha) {
    [$segredo, $corpo, $assinatura, $proxima] = explode("\\t", $linha);
    echo assinatura_confere($segredo, base64_decode($corpo), $assinatura, $proxima ?: null) ? "true\\n" : "false\\n";
}`,
    },
    steps: [['php', 'main.php']],
  },
  csharp: {
    needs: ['dotnet', '--version'],
    files: {
      'Assinatura.cs': block('csharp'),
      'Main.cs': `foreach (var linha in System.IO.File.ReadAllText("casos").Split('\\n'))
{
    var c = linha.Split('\\t');
    var corpo = System.Convert.FromBase64String(c[1]);
    System.Console.WriteLine(Assinatura.Confere(c[0], corpo, c[2], c[3] == "" ? null : c[3]) ? "true" : "false");
}`,
      'casos.csproj': `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType>
<TargetFramework>net8.0</TargetFramework><RollForward>Major</RollForward><Nullable>enable</Nullable>
<ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>`,
    },
    steps: [['dotnet', 'run', '--project', 'casos.csproj']],
  },
};

const isThere = ([command = '', ...args]: readonly string[]): boolean => spawnSync(command, args).status === 0;

const folder = await temporaryDir();

describe('The guide for receivers', () => {
  for (const [language, { needs, files, steps }] of Object.entries(RUNNERS))
    (isThere(needs) ? it : it.skip)(
      `verifies signatures in ${language}`,
      () => {
        const all = cases();
        const lines = all.map(({ secret, body, signature, next }) =>
          [secret, Buffer.from(body).toString('base64'), signature, next].join('\t'),
        );
        const cwd = mkdtempSync(join(folder, language));
        writeFileSync(join(cwd, 'casos'), lines.join('\n'));
        for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
        let printed = '';
        for (const [command = '', ...args] of steps)
          printed = execFileSync(command, args, { cwd, encoding: 'utf8', timeout: RUN_MAX_MS });
        expect(printed.trim().split(/\r?\n/)).toEqual(all.map(({ right }) => String(right)));
      },
      RUN_MAX_MS,
    );

  it('refuses old copies with the package of Standard Webhooks', () => {
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'evento.mjs'), block('js standardwebhooks'));
    const secret = newWebhookSecret();
    const body = Buffer.from('{"id":"evt_1"}');
    const signed = (at: Date) => signatureHeaders({ eventId: 'evt_1', body, at }, { current: secret, next: null });
    const asked = {
      secret,
      body: body.toString(),
      now: signed(new Date()),
      old: signed(new Date(Date.now() - 600_000)),
    };
    writeFileSync(
      join(folder, 'main.mjs'),
      `import { eventoConferido } from './evento.mjs';
const { secret, body, now, old } = JSON.parse(process.argv[2]);
console.log(eventoConferido(secret, Buffer.from(body), now).id);
try { eventoConferido(secret, Buffer.from(body), old); } catch { console.log('recusado'); }`,
    );
    const printed = execFileSync(process.execPath, ['main.mjs', JSON.stringify(asked)], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(printed).toBe('evt_1\nrecusado\n');
  });
});
