// The page of the contract: Swagger UI over the documents of this very service.
/* global SwaggerUIBundle */
import { translate } from './translate.js';

const DOCUMENTS = { api: '/api/v1/docs-json', webhooks: '/v1/docs-json' };
/** Headers of every response, which the contract describes once, in its own description. */
const EVERYWHERE = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

function chosen() {
  const asked = new URLSearchParams(location.search).get('documento') ?? 'api';
  return asked in DOCUMENTS ? asked : 'api';
}

/** Parts of a form begin empty: as samples of their types (`0`, `string`) they would be sent, and refused. */
const emptyParts = {
  afterLoad() {
    const sampleOf = this.fn.getSampleSchema;
    this.fn.getSampleSchema = (schema, type, ...more) => (type === false ? '' : sampleOf(schema, type, ...more));
  },
};

/** Every operation has some fifteen errors, mostly the same: each is a line, until it is opened. */
const shortErrors = {
  wrapComponents: {
    response: (Response, { React }) =>
      function FoldedResponse(props) {
        const [isOpen, open] = React.useState(false);
        const { code, response } = props;
        if (isOpen || Number(code) < 400) return React.createElement(Response, props);
        const examples = response.getIn(['content', 'application/json', 'examples'])?.keySeq().toArray() ?? [];
        const codes = new Set(
          examples.map((name) => name.replace(/_\d+$/, '')).filter((name) => name !== 'SEM_CODIGO'),
        );
        const cell = (kind, ...content) =>
          React.createElement('td', { className: `response-col_${kind}` }, ...content);
        const button = { type: 'button', className: 'folded', 'aria-expanded': false, onClick: () => open(true) };
        return React.createElement(
          'tr',
          { className: 'response' },
          cell('status', code),
          cell(
            'description',
            React.createElement('button', button, response.get('description')),
            ...[...codes].map((name) => React.createElement('code', { key: name }, name)),
          ),
        );
      },
  },
};
const headersOnce = {
  wrapComponents: {
    headers: (Headers, { React }) =>
      function OwnHeaders(props) {
        const own = props.headers?.filterNot((_, name) => EVERYWHERE.includes(name));
        return own?.size > 0 ? React.createElement(Headers, { ...props, headers: own }) : null;
      },
  },
};

const ui = SwaggerUIBundle({
  url: DOCUMENTS[chosen()],
  dom_id: '#tool',
  deepLinking: true,
  docExpansion: 'list',
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  // The key lives as long as the page does.
  persistAuthorization: false,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [emptyParts, headersOnce, shortErrors],
  onComplete: useKey,
});

const key = document.querySelector('#key');
const state = document.querySelector('#state');
/** Null before a key was typed. */
let secret = null;
document.querySelector('#access').addEventListener('submit', (event) => {
  event.preventDefault();
  secret = key.value.trim();
  useKey();
  state.textContent = secret === '' ? 'sem chave' : 'chave em uso nesta página';
});

/** Each document knows its own keys: what was typed is given to the one that is shown. */
function useKey() {
  if (secret === null) return;
  if (secret === '') ui.authActions.logout(['bearer']);
  else ui.preauthorizeApiKey('bearer', secret);
}

// Both documents are of this page: going from one to the other keeps what was typed.
const links = [...document.querySelectorAll('nav a[data-document]')];
for (const link of links)
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.document === chosen()) return;
    history.pushState(null, '', link.href);
    show();
  });
addEventListener('popstate', () => {
  if (ui.specSelectors.url() !== DOCUMENTS[chosen()]) show();
});

function show() {
  mark();
  ui.specActions.updateUrl(DOCUMENTS[chosen()]);
  ui.specActions.download(DOCUMENTS[chosen()]);
}

function mark() {
  for (const link of links)
    if (link.dataset.document === chosen()) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
}
mark();

translate({
  Authorize: 'Autorizar',
  authorize: 'Autorizar',
  Authorized: 'Autorizado',
  'Available authorizations': 'Formas de enviar a chave',
  Logout: 'Remover',
  Close: 'Fechar',
  Cancel: 'Cancelar',
  Reset: 'Restaurar',
  Clear: 'Limpar',
  Execute: 'Enviar',
  'Try it out': 'Experimentar',
  Parameters: 'Parâmetros',
  'No parameters': 'Sem parâmetros',
  Name: 'Nome',
  'Name:': 'Nome:',
  'In:': 'Em:',
  'Value:': 'Valor:',
  'Username:': 'Usuário:',
  'Password:': 'Senha:',
  header: 'cabeçalho',
  Description: 'Descrição',
  'Request body': 'Corpo da requisição',
  Required: 'Obrigatório',
  required: 'obrigatório',
  Responses: 'Respostas',
  Response: 'Resposta',
  'Response body': 'Corpo da resposta',
  'Response headers': 'Cabeçalhos da resposta',
  'Response content type': 'Tipo da resposta',
  'Server response': 'Resposta do serviço',
  'Request URL': 'URL da requisição',
  'Request duration': 'Duração da requisição',
  Servers: 'Servidores',
  Server: 'Servidor',
  Code: 'Código',
  Details: 'Detalhes',
  Links: 'Links',
  'No links': 'Sem links',
  Headers: 'Cabeçalhos',
  'Headers:': 'Cabeçalhos:',
  Type: 'Tipo',
  Example: 'Exemplo',
  Examples: 'Exemplos',
  'Examples:': 'Exemplos:',
  'Example Value': 'Exemplo',
  'Example Description': 'Descrição do exemplo',
  Schema: 'Esquema',
  Schemas: 'Esquemas',
  Model: 'Modelo',
  Models: 'Modelos',
  'Media type': 'Tipo de conteúdo',
  Controls: 'Define o cabeçalho',
  'header.': 'da requisição.',
  'Edit Value': 'Editar',
  Edit: 'Editar',
  Value: 'Valor',
  Default: 'Padrão',
  'Enum:': 'Valores:',
  Enum: 'Valores',
  Items: 'Itens',
  'Any of': 'Qualquer destes',
  'One of': 'Um destes',
  'Property names': 'Nomes das propriedades',
  'Additional properties': 'Outras propriedades',
  'Apply credentials': 'Usar esta chave',
  'Basic authorization': 'Autorização básica',
  'Remove authorization': 'Remover a chave',
  Errors: 'Erros',
  Hide: 'Ocultar',
  Show: 'Mostrar',
  'Required field is not provided': 'Falta um campo obrigatório',
  'Value must be an integer': 'O valor deve ser um número inteiro',
  'Value must be a string': 'O valor deve ser um texto',
  'Failed to fetch': 'A chamada não chegou ao serviço',
  'Request content type': 'Tipo do corpo da requisição',
  'Copy cURL command to clipboard': 'Copiar o comando',
  'Copy code to clipboard': 'Copiar',
  'Copy path to clipboard': 'Copiar o caminho',
  'Send empty value': 'Enviar vazio',
  Download: 'Baixar',
  'Download file': 'Baixar o arquivo',
  'Copy to clipboard': 'Copiar',
  Loading: 'Carregando',
  'Loading...': 'Carregando…',
  LOADING: 'Carregando',
  Undocumented: 'Fora do contrato',
  'Failed to load API definition.': 'O contrato não pôde ser carregado.',
  'Expand all': 'Expandir tudo',
  'Collapse all': 'Recolher tudo',
  'Default value': 'Valor padrão',
  'Available values': 'Valores possíveis',
  'Expand operation': 'Expandir a operação',
  'Collapse operation': 'Recolher a operação',
});
