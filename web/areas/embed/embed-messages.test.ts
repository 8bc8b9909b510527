import { describe, expect, it, vi } from 'vitest'
import type { EmbedView } from '../../../contract/embeds.ts'
import { endedMessage, heightMessage, stateMessage, tellParent } from './embed-messages.ts'

const view = {
  origin: 'https://app.example.org',
  patientName: 'Ada Moss',
  shows: 'patient',
  consents: [
    { id: '1', status: 'viewed', treatment: 'Root canal treatment', questions: { open: 2, all: 3 } },
  ],
} as unknown as EmbedView

describe('the page around the frame', () => {
  it('is told to its origin alone', () => {
    const postMessage = vi.fn()
    tellParent({ postMessage }, view.origin, endedMessage)
    expect(postMessage.mock.calls).toEqual([[endedMessage, 'https://app.example.org']])
  })

  it.each(['*', '/', '', 'null', 'https://app.example.org/', 'app.example.org'])(
    'is told nothing where its origin would be %j',
    (origin) => {
      const postMessage = vi.fn()
      expect(() => tellParent({ postMessage }, origin, endedMessage)).toThrow('no origin')
      expect(postMessage).not.toHaveBeenCalled()
    },
  )

  it('is told how consents stand, and neither who nor what', () => {
    expect(stateMessage(view)).toEqual({
      source: 'candour',
      type: 'state',
      consents: [{ id: '1', status: 'viewed', openQuestions: 2 }],
    })
    expect(JSON.stringify(stateMessage(view))).not.toMatch(/Moss|canal/)
  })

  it('is told a height in whole pixels', () => {
    expect(heightMessage(321.2)).toEqual({ source: 'candour', type: 'height', height: 322 })
  })
})
