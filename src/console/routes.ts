// Every page and form of the console, in order.
import { noticeRoutes } from './pages/avisos/routes.js';
import { helpRoutes } from './pages/ajuda/routes.js';
import { fileRoutes } from './pages/arquivos/upload.js';
import { auditoriaRoutes } from './pages/auditoria/Audit.js';
import { trialBalancePages } from './pages/balancetes/Version.js';
import { competencePages } from './pages/competencias/Competences.js';
import { conciliacaoRoutes } from './pages/conciliacao/View.js';
import { listRoutes } from './pages/conciliacoes/routes.js';
import { sendPages } from './pages/enviar/upload.js';
import { openItemPages } from './pages/itens/OpenItems.js';
import { checklistPages } from './pages/fechamento/Checklist.js';
import { fechamentoRoutes } from './pages/fechamento/Closing.js';
import { myDayRoutes } from './pages/meuDia/MyDay.js';
import { peopleRoutes } from './pages/pessoas/People.js';
import { companyPages } from './pages/empresas/Companies.js';
import { keyPages } from './pages/chaves/routes.js';
import { deliveryPages } from './pages/entregas/Deliveries.js';
import { webhookPages } from './pages/webhooks/Webhooks.js';
import { chartPages } from './pages/planos/Charts.js';
import { chartUploadPages } from './pages/planos/upload.js';
import { rulePages } from './pages/regras/Rules.js';
import { searchRoutes } from './pages/busca/routes.js';
import { sessionRoutes } from './pages/session/routes.js';
import type { ConsoleRoute } from './route.js';

export const routes: readonly ConsoleRoute[] = [
  ...myDayRoutes,
  ...fechamentoRoutes,
  ...checklistPages,
  ...listRoutes,
  ...openItemPages,
  ...conciliacaoRoutes,
  ...fileRoutes,
  ...sendPages,
  ...trialBalancePages,
  ...competencePages,
  ...auditoriaRoutes,
  ...peopleRoutes,
  ...companyPages,
  ...chartUploadPages,
  ...chartPages,
  ...rulePages,
  ...webhookPages,
  ...deliveryPages,
  ...keyPages,
  ...noticeRoutes,
  ...searchRoutes,
  ...helpRoutes,
  ...sessionRoutes,
];
