// Puts Portuguese in place of the fixed words of a tool that speaks English alone. Only whole texts are replaced, so what
// comes from the service (already Portuguese), and what somebody types, stays as it is.
const ATTRIBUTES = ['placeholder', 'title', 'aria-label'];
/** Inside of these is what somebody typed or what was answered. */
const LEFT_ALONE = 'textarea, pre, code, .CodeMirror, .microlight, .renderedMarkdown';

/**
 * @param {Readonly<Record<string, string>>} words
 * @param {Readonly<Record<string, (text: string) => string>>} sentences by what they stand in: made anew each time, so no
 * word of the list; what is Portuguese already is given back as it is
 */
export function translate(words, sentences = {}) {
  const said = new Map(Object.entries(words));
  const made = new Set();
  const inPortuguese = (text, element) => {
    const found = said.get(text.trim());
    if (found !== undefined) return text.replace(text.trim(), () => found);
    const [, say] = Object.entries(sentences).find(([within]) => element?.closest(within)) ?? [];
    if (!say || text.trim() === '' || made.has(text)) return null;
    const sentence = say(text.trim());
    made.add(sentence);
    return sentence;
  };

  function node(one) {
    if (one.nodeType === Node.TEXT_NODE) {
      const text = one.parentElement?.closest(LEFT_ALONE) ? null : inPortuguese(one.data, one.parentElement);
      if (text !== null && text !== one.data) one.data = text;
    } else if (one.nodeType === Node.ELEMENT_NODE) {
      for (const name of ATTRIBUTES) {
        const text = one.hasAttribute(name) ? inPortuguese(one.getAttribute(name), one) : null;
        if (text !== null && text !== one.getAttribute(name)) one.setAttribute(name, text);
      }
      for (const child of one.childNodes) node(child);
    }
  }

  node(document.body);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'childList') addedNodes.forEach(node);
      else node(target);
  }).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  });
}
