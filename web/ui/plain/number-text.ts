/** A number as it is written here: 12,345. */
export const numberText = (value: number): string => value.toLocaleString('en-GB')
