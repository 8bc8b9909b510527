/**
 * Why letters of a file are garbled (mojibake): its UTF-8 was read as Windows-1252 and encoded again, or it is in Mac OS
 * Roman.
 */
export const encodingFaults = ['double-encoded', 'mac-roman'] as const
export type EncodingFault = (typeof encodingFaults)[number]

/** What a repair does, shown by a few cells. */
export type EncodingRepair = { fault: EncodingFault; examples: { written: string; repaired: string }[] }
