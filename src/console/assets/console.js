// The little that pages do in the browser. Everything works without it. Nothing here is written into pages as markup.
(() => {
  'use strict';

  /** Fields are in: Ctrl+Enter submits the form they are in. */
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      const form = event.target instanceof Element ? event.target.closest('form') : null;
      if (form instanceof HTMLFormElement) {
        event.preventDefault();
        form.requestSubmit();
      }
    }
  });

  /** Ctrl+K opens the search over everything, or goes to its field. */
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (location.pathname !== '/console/busca') location.assign('/console/busca');
    else document.getElementById('busca').focus();
  });
  if (location.pathname === '/console/busca') document.getElementById('busca').focus();

  /** `data-copy`: copies the text of the element with that id; of no use without a script. */
  const showCopyButtons = () =>
    document.querySelectorAll('[data-copy]').forEach((button) => (button.hidden = false));
  showCopyButtons();
  document.addEventListener('click', async (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
    if (button === null) return;
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = 'Copiado';
  });

  /** A form that is on its way is not sent twice. */
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
    if (form.dataset.sent === 'yes') event.preventDefault();
    form.dataset.sent = 'yes';
    setTimeout(() => delete form.dataset.sent, 3000);
  });

  /** A menu of the navigation closes by Escape, and by a click or the focus elsewhere. */
  const closeMenus = (target) => {
    for (const menu of document.querySelectorAll('.entries details[open]')) {
      const place = menu.closest('.more') ? menu.closest('.entries') : menu;
      if (!(target instanceof Node && place.contains(target))) menu.open = false;
    }
  };
  document.addEventListener('click', (event) => closeMenus(event.target));
  document.addEventListener('focusin', (event) => closeMenus(event.target));
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    const menu = event.target instanceof Element ? event.target.closest('.entries details[open]') : null;
    closeMenus(null);
    menu?.querySelector('summary')?.focus();
  });

  /** Keys of one letter, unless the person switched them off. In a list, the focus is on the links of its rows. */
  const SINGLE_KEYS_OFF = 'teclas=nao';
  const singleKeys = () => !document.cookie.split('; ').includes(SINGLE_KEYS_OFF);
  const dialog = () => document.getElementById('atalhos');

  function moveInList(step) {
    const links = [...document.querySelectorAll('tr[data-item] a')];
    const at = links.findIndex((link) => link.closest('tr').contains(document.activeElement));
    const next = links[at === -1 ? (step > 0 ? 0 : links.length - 1) : at + step];
    if (next !== undefined) next.focus();
  }

  function toggleRow() {
    const row = document.activeElement && document.activeElement.closest('tr[data-item]');
    const box = row && row.querySelector('input[type="checkbox"]');
    if (box) box.click();
  }

  const keys = {
    '/': () => document.querySelector('input[type="search"]')?.focus(),
    j: () => moveInList(1),
    k: () => moveInList(-1),
    x: toggleRow,
  };

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    const typing = target.closest(
      'textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"])',
    );
    if (typing || target.closest('dialog[open]')) return;
    if (event.key === '?') dialog()?.showModal();
    else if (event.key in keys && singleKeys()) keys[event.key]();
    else return;
    event.preventDefault();
  });

  const singleKeysBox = document.querySelector('[data-single-keys]');
  if (singleKeysBox) {
    singleKeysBox.checked = singleKeys();
    singleKeysBox.addEventListener('change', () => {
      const age = singleKeysBox.checked ? 0 : 31536000;
      document.cookie = `${SINGLE_KEYS_OFF}; path=/console; max-age=${age}; samesite=lax`;
    });
  }

  /** Tells how many rows are selected, and offers to select the page. */
  function showSelection() {
    for (const form of document.querySelectorAll('form[data-selection]')) {
      const boxes = [...form.querySelectorAll('tr[data-item] input[type="checkbox"]')];
      const count = boxes.filter((box) => box.checked).length;
      const shown = form.querySelector('[data-selected]');
      if (shown) shown.value = count === 0 ? '' : `(${count})`;
      const all = form.querySelector('[data-select-all]');
      if (all) all.hidden = boxes.length === 0;
    }
  }
  document.addEventListener('change', showSelection);
  document.addEventListener('htmx:after:swap', showSelection);
  document.addEventListener('click', (event) => {
    const all = event.target instanceof Element ? event.target.closest('[data-select-all]') : null;
    if (!all) return;
    const boxes = [...all.form.querySelectorAll('tr[data-item] input[type="checkbox"]')];
    const check = boxes.some((box) => !box.checked);
    for (const box of boxes) box.checked = check;
    showSelection();
  });
  showSelection();

  /** `data-progress`: a form with files is sent with its progress shown; the answer takes the place of the page's content. */
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.progress === undefined || event.defaultPrevented)
      return;
    event.preventDefault();
    const progress = document.createElement('progress');
    progress.setAttribute('aria-label', 'Envio do arquivo');
    progress.max = 1;
    form.append(progress);
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) progress.value = loaded / total;
    });
    request.addEventListener('load', () => showAnswer(request.responseText, request.responseURL));
    request.addEventListener('error', () => {
      progress.remove();
      announce('O envio foi interrompido. Envie de novo.');
    });
    request.open('POST', form.action);
    request.send(new FormData(form));
  });

  /** @param text a whole page of this console */
  function showAnswer(text, address) {
    const page = new DOMParser().parseFromString(text, 'text/html');
    const content = page.getElementById('conteudo');
    if (content === null) return location.assign(address);
    document.title = page.title;
    document.getElementById('conteudo').replaceWith(document.adoptNode(content));
    if (address !== location.href) history.pushState(null, '', address);
    window.scrollTo(0, 0);
    document.getElementById('conteudo').focus();
  }

  function announce(sentence) {
    const place = document.getElementById('avisos') ?? document.getElementById('anuncios');
    const alert = document.createElement('div');
    alert.className = 'note bad';
    alert.textContent = sentence;
    place.replaceChildren(alert);
    place.scrollIntoView();
  }
})();

// Forms with a file: the bytes sent so far, and a file dropped onto the form. Forms without it are sent by the browser.
(() => {
  'use strict';

  const formOf = (event) => {
    const form = event.target instanceof Element ? event.target.closest('form[data-upload]') : null;
    return form instanceof HTMLFormElement ? form : null;
  };

  document.addEventListener('dragover', (event) => {
    const form = formOf(event);
    if (form === null) return;
    event.preventDefault();
    form.classList.add('dropping');
  });
  document.addEventListener('dragleave', (event) => formOf(event)?.classList.remove('dropping'));
  document.addEventListener('drop', (event) => {
    const form = formOf(event);
    const input = form?.querySelector('input[type=file]');
    if (!(input instanceof HTMLInputElement)) return;
    event.preventDefault();
    form.classList.remove('dropping');
    if (event.dataTransfer.files.length > 0) input.files = event.dataTransfer.files;
  });

  document.addEventListener('submit', (event) => {
    const form = formOf(event);
    if (form === null || event.defaultPrevented) return;
    event.preventDefault();
    send(form);
  });

  function send(form) {
    const bar = form.querySelector('progress');
    const state = form.querySelector('[role=status]');
    const button = form.querySelector('button');
    const request = new XMLHttpRequest();
    const finish = (sentence) => {
      state.textContent = sentence;
      button.disabled = false;
      bar.hidden = true;
      delete form.dataset.sent;
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      bar.max = total;
      bar.value = loaded;
      state.textContent =
        loaded < total ? `Enviando: ${Math.floor((loaded / total) * 100)} %` : 'Lendo e conferindo o arquivo…';
    });
    request.addEventListener('load', () => {
      if (request.status === 200 && request.responseURL !== form.action) location.assign(request.responseURL);
      else show(request.responseText);
    });
    request.addEventListener('error', () => finish('A conexão caiu: envie de novo.'));
    request.open('POST', form.action);
    request.send(new FormData(form));
    button.disabled = true;
    bar.hidden = false;
    state.textContent = 'Enviando';
  }

  /** The page of an answer that is no redirect, such as the form with its errors. */
  function show(html) {
    const page = new DOMParser().parseFromString(html, 'text/html');
    const content = page.querySelector('#conteudo');
    if (content === null) return location.reload();
    document.querySelector('#conteudo').replaceChildren(...content.childNodes);
    document.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  }
})();
