// Holds every manifest of deploy/ to the schemas of Kubernetes, which `kubernetes-models` has as classes:
//   scripts/withPackage.sh kubernetes-models@4.5.1 node .ci/manifests.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

const require = createRequire(import.meta.url);
const DEPLOY = fileURLToPath(new URL('../deploy/', import.meta.url));
/** These are Kustomize's and the Prometheus Operator's own. */
const OTHERS = ['kustomize.config.k8s.io/v1beta1', 'monitoring.coreos.com/v1'];

let checked = 0;
for (const path of readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.yaml'),
))
  for (const document of parseAllDocuments(readFileSync(DEPLOY + path, 'utf8'))) {
    const manifest = document.toJS();
    if (OTHERS.includes(manifest.apiVersion)) continue;
    const Kind = require(`kubernetes-models/${manifest.apiVersion}`)[manifest.kind];
    if (Kind === undefined) throw new Error(`${path}: Kubernetes has no ${manifest.apiVersion} ${manifest.kind}`);
    try {
      new Kind(manifest).validate();
    } catch (error) {
      throw new Error(`${path}: ${manifest.kind} ${manifest.metadata?.name}: ${error.message}`, { cause: error });
    }
    checked++;
  }
console.log(`── ${checked} manifests are valid`);
if (checked < 10) throw new Error('manifests are missing');
