// The page of the contract: Swagger UI over the documents of this very service.
/* global SwaggerUIBundle */

const DOCUMENTS = { api: '/api/v1/docs-json', webhooks: '/v1/docs-json' };

function chosen() {
  const asked = new URLSearchParams(location.search).get('documento') ?? 'api';
  return asked in DOCUMENTS ? asked : 'api';
}

const links = [...document.querySelectorAll('nav a[data-document]')];
const tool = document.querySelector('#tool');
const key = document.querySelector('#key');
const state = document.querySelector('#state');
/** Lives as long as the page does. */
let secret = '';

function show() {
  for (const link of links)
    if (link.dataset.document === chosen()) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  const domNode = document.createElement('div');
  tool.replaceChildren(domNode);
  const ui = SwaggerUIBundle({
    url: DOCUMENTS[chosen()],
    domNode,
    deepLinking: true,
    docExpansion: 'list',
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    persistAuthorization: false,
    onComplete: () => secret !== '' && ui.preauthorizeApiKey('bearer', secret),
  });
}

document.querySelector('#access').addEventListener('submit', (event) => {
  event.preventDefault();
  secret = key.value.trim();
  state.textContent = secret === '' ? 'sem chave' : 'chave em uso nesta página';
  show();
});

// Both documents are of this page: going from one to the other keeps what was typed.
for (const link of links)
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.document === chosen()) return;
    history.pushState(null, '', link.href);
    show();
  });
addEventListener('popstate', show);
show();
