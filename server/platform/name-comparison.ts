const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll(/[‘’ʼ`]/g, "'")
    .replaceAll(/\p{Dash}/gu, '-')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Whether two ways of typing are one name: case, accents, spaces and the kind of apostrophe or dash do not matter. */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other)
