/** Says something to whoever runs a command, on the terminal alone. */
export const printLine = (text: string): void => void process.stdout.write(`${text}\n`)

export const formatMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
