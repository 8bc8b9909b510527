/**
 * Why letters of a file are garbled (mojibake): its UTF-8 was read as Windows-1252 and encoded again, or it is in Mac OS
 * Roman.
 */
export const encodingErrors = ['double-encoded', 'mac-roman'] as const
export type EncodingError = (typeof encodingErrors)[number]

/** What a repair does, shown by a few cells. */
export type EncodingRepair = { fault: EncodingError; examples: { written: string; repaired: string }[] }
