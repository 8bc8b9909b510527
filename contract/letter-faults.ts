/** What may have happened to the letters of a list: read in the wrong encoding once before, or written by an old Mac. */
export const letterFaults = ['decoded-twice', 'mac-roman'] as const
export type LetterFault = (typeof letterFaults)[number]

/** What a repair does, shown by a few cells. */
export type LetterRepair = { fault: LetterFault; examples: { written: string; meant: string }[] }
