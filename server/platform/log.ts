import pino, { type DestinationStream, type LevelWithSilent } from 'pino'
import type { Log } from './database/database.ts'
import { redactPersonalData } from './log-redaction.ts'

/**
 * Opens the log: one JSON object a line, to standard output unless told otherwise. Everything passes the redaction
 * first, so no caller has to remember it.
 */
export function openLog({
  level,
  destination,
}: {
  level: LevelWithSilent
  destination?: DestinationStream
}): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // The redaction has already made plain data of errors; pino's own serialiser would look for errors in it again.
    serializers: { err: (cleaned: unknown) => cleaned },
    formatters: { level: (label: string) => ({ level: label }), log: redactPersonalData },
  }
  const logger = destination ? pino(options, destination) : pino(options)
  return {
    info: (data, text) => logger.info(data, text),
    warn: (data, text) => logger.warn(data, text),
    error: (data, text) => logger.error(data, text),
  }
}
