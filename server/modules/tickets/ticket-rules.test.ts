import { describe, expect, test } from 'vitest'
import { isOverdue, applyTransition, newTicket, withPriority } from './ticket-rules.ts'

const at = (text: string) => new Date(`2026-03-${text}:00Z`)
// A Tuesday.
const ticket = newTicket(at('03T10:00'), 'normal')

describe('targets', () => {
  test('begin with the ticket, by its priority, in working hours', () => {
    expect(ticket).toMatchObject({
      status: 'open',
      firstAnswerDueAt: at('04T10:00'),
      solutionDueAt: at('10T10:00'),
    })
  })

  test('are overdue only while it is our turn', () => {
    expect(isOverdue(ticket, at('04T10:00'))).toBe(false)
    expect(isOverdue(ticket, at('04T10:01'))).toBe(true)
    const answered = applyTransition(ticket, 'we-answered', at('04T09:00'))!
    expect(answered).toMatchObject({ status: 'waiting-for-practice', firstAnsweredAt: at('04T09:00') })
    expect(isOverdue(answered, at('30T10:00'))).toBe(false)
  })

  test('stand still while we wait for the practice, and go on with what was left', () => {
    const answered = applyTransition(ticket, 'we-answered', at('04T10:00'))!
    const back = applyTransition(answered, 'practice-wrote', at('16T10:00'))!
    expect(back).toMatchObject({ status: 'waiting-for-us', pausedAt: null, solutionDueAt: at('20T10:00') })
    expect(isOverdue(back, at('19T10:00'))).toBe(false)
    expect(isOverdue(back, at('20T10:01'))).toBe(true)
  })

  test('that had passed when it stopped stay passed', () => {
    const late = applyTransition(ticket, 'we-answered', at('12T10:00'))!
    expect(isOverdue(applyTransition(late, 'practice-wrote', at('13T10:00'))!, at('13T10:00'))).toBe(true)
  })

  test('of another priority are counted from the beginning, without the time it stood still', () => {
    expect(withPriority(ticket, 'high')).toMatchObject({
      firstAnswerDueAt: at('03T14:00'),
      solutionDueAt: at('05T10:00'),
    })
    const back = applyTransition(applyTransition(ticket, 'hold', at('04T10:00'))!, 'resume', at('05T10:00'))!
    expect(withPriority(back, 'high').solutionDueAt).toEqual(at('06T10:00'))
    expect(withPriority(ticket, 'normal')).toBe(ticket)
  })
})

describe('moves', () => {
  test('a ticket is solved, closed and reopened', () => {
    const solved = applyTransition(ticket, 'solve', at('04T10:00'))!
    expect(solved).toMatchObject({ status: 'solved', solvedAt: at('04T10:00'), pausedAt: at('04T10:00') })
    const closed = applyTransition(solved, 'close', at('05T10:00'))!
    expect(closed).toMatchObject({ status: 'closed', solvedAt: at('04T10:00'), closedAt: at('05T10:00') })
    expect(applyTransition(closed, 'reopen', at('06T10:00'))).toMatchObject({
      ...{ status: 'waiting-for-us', solvedAt: null, closedAt: null, pausedAt: null },
    })
  })

  test('that no table names are not made', () => {
    const closed = applyTransition(ticket, 'close', at('05T10:00'))!
    expect(applyTransition(closed, 'we-answered', at('06T10:00'))).toBeNull()
    expect(applyTransition(closed, 'close', at('06T10:00'))).toBeNull()
    expect(applyTransition(ticket, 'reopen', at('06T10:00'))).toBeNull()
    expect(applyTransition(ticket, 'practice-wrote', at('06T10:00'))).toBeNull()
  })
})
