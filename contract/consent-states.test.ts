import { expect, it } from 'vitest'
import {
  consentStatuses,
  consentTransitions,
  canTransition,
  type ConsentTransition,
} from './consent-states.ts'

const transitions = Object.keys(consentTransitions) as ConsentTransition[]

it('names an event of its own for each move, and only known states', () => {
  expect(new Set(transitions.map((move) => consentTransitions[move].event)).size).toBe(transitions.length)
  for (const move of transitions) {
    const { from, to, event } = consentTransitions[move]
    expect(consentStatuses).toEqual(expect.arrayContaining([...from, to]))
    expect(event).toMatch(/^consent\.[a-z]+$/)
  }
})

it('reaches every state from a draft', () => {
  const reached = new Set<string>(['draft'])
  for (let size = 0; size !== reached.size;) {
    size = reached.size
    for (const move of transitions) {
      const { from, to } = consentTransitions[move]
      if (from.some((status) => reached.has(status))) reached.add(to)
    }
  }
  expect([...reached].toSorted()).toEqual([...consentStatuses].toSorted())
})

it('never leads back: what was signed, refused or ended is not made undone', () => {
  for (const move of transitions)
    expect(consentTransitions[move].from).not.toContain(consentTransitions[move].to)
  for (const status of ['withdrawn', 'voided', 'superseded'] as const) {
    expect(transitions.filter((move) => canTransition(status, move))).toEqual([])
  }
  for (const status of ['signed', 'finalised'] as const) {
    expect(
      transitions
        .filter((move) => canTransition(status, move))
        .every((move) => move !== 'sign' && move !== 'send'),
    ).toBe(true)
  }
})

it('lets a patient alone open, and staff alone send, countersign and void', () => {
  const makers = Object.fromEntries(transitions.map((move) => [move, consentTransitions[move].who]))
  expect(makers).toEqual({
    approve: ['staff'],
    send: ['staff'],
    agreeVerbally: ['staff'],
    view: ['patient'],
    sign: ['patient', 'staff'],
    finalise: ['staff'],
    decline: ['patient', 'staff'],
    withdraw: ['patient', 'staff'],
    expire: ['system'],
    void: ['staff'],
    supersede: ['staff', 'system'],
  })
})
