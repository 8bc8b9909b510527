import { z } from 'zod'
import { toothCodes } from './teeth.ts'

/** A tooth by its FDI code. */
export const ToothCode = z.string().refine((fdi) => toothCodes.includes(fdi), 'Choose a tooth from the chart')
