/** Says something to whoever runs a command, on the terminal alone. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
