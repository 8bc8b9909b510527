/** Phrases that nobody in a practice uses, each with what to say instead. They hold for what staff and administrators read. */
const retiredPhrases: [pattern: RegExp, instead: string][] = [
  [/\bwhat (?:became|becomes|has become|came|comes) of\b/i, "'outcome'"],
  [/\bthose (?:who|whom|whose)\b/i, "a noun: 'patients', 'staff'"],
  [/\b(?:bring|brings|brought|bringing) (?:\w+ )?in\b/i, "'import'"],
  [/\b(?:write|writes|wrote|written|writing) (?:\w+ )?down\b/i, "'record' or 'note'"],
  [/\btid(?:y|ied|ies|ying)\b/i, "'clean up'"],
  [/\btold\b/i, "'informed', 'notified', or the fact itself"],
  [/\bsaid\b/i, "'answered', 'recorded', 'specified'"],
  [/\bwaits\b/i, "'to do', 'outstanding', 'awaiting'"],
  [/\bha(?:s|ve) come\b/i, "'received', 'arrived'"],
  [/\bfor you to see to\b/i, "'Action needed'"],
  [/\bwho(?:m)?ever\b/i, "a noun: 'the clinician', 'the person'"],
  [/\b(?:some|any|every)body\b/i, "'someone', 'anyone', 'everyone'"],
  [/\bonce more\b/i, "'again'"],
  [/\brightly\b/i, "'correctly'"],
  [/\bput on record\b/i, "'recorded'"],
  [/\bby word of mouth\b/i, "'verbally'"],
  [/\bgone through\b/i, "'reviewed', 'completed'"],
  [/\bt(?:ak(?:e|es|en|ing)|ook) (?:back|in)\b/i, "'withdraw'; 'import', 'record'"],
  [/\bst(?:ands?|ood) (?:beside|by|in|on|under)\b/i, "'is', 'appears', 'next to'"],
  [/\bread(?:s|ing)? along\b/i, "'supporter'"],
  [/\bclinics?\b/i, "'practice'"],
  [/\bput away\b/i, "'dismiss'"],
  [/\b(?:not|done) after all\b/i, "'marked as not carried out', 'undo'"],
  [/\bon the word of\b/i, "'from'"],
  [/(?<!by )\bhand(?:s|ed|ing)? on\b/i, "'transfer'"],
  [/\bhere since\b/i, "'joined'"],
  [/\bis over\b/i, "'has ended', 'expired'"],
  [/\bas (?:it|they) (?:was|were)\b/i, "'unchanged'"],
  [
    /^(?:who|what|whose)\b(?=.*\b(?:and (?:what|who)|may|holds?|comes?|waits?|made out of)\b)[^?:]*$/i,
    "a noun: the thing's name",
  ],
]

/** The retired phrases of a text, each with what to say instead. */
export function findRetiredPhrases(text: string): string[] {
  const words = text.replaceAll(/\{[^}]*\}/g, '…')
  return retiredPhrases.flatMap(([pattern, instead]) => {
    const found = pattern.exec(words)?.[0]
    return found ? [`'${found}': say ${instead}`] : []
  })
}
