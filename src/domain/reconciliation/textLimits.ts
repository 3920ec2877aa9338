// Limits of the texts people write on reconciliations, in characters.

/** Comments and justifications. */
export const COMMENT_CHARACTERS_MAX = 2_000;
/** Of a composition item or an adjustment. */
export const DESCRIPTION_CHARACTERS_MAX = 200;
/** The document a composition item names. */
export const DOCUMENT_CHARACTERS_MAX = 60;
