// Limits of what people write on reconciliations: texts in characters, and items.

/** Comments and justifications. */
export const COMMENT_CHARACTERS_MAX = 2_000;
/** Of a composition item or an adjustment. */
export const DESCRIPTION_CHARACTERS_MAX = 200;
/** The document a composition item names. */
export const DOCUMENT_CHARACTERS_MAX = 60;

/** Of a composition, and of adjustments: with the longest texts they still fit one event. */
export const ITEMS_MAX = 500;
