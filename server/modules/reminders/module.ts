import type { OpenModule } from '../../module.ts'
import { reminderHandlers } from './reminder-handlers.ts'
import { planReminders, remind, replanReminders, sweepReminders } from './reminder-jobs.ts'
import { climbAfterCall, escalateContact } from './reminder-ladder-jobs.ts'

/** Reminders of what is not signed yet. */
export const reminders: OpenModule = ({ runJob, runSweep }, { nextAppointmentOf: appointmentOf }) => {
  const parts = { runJob, appointmentOf }
  return {
    handlers: { reminders: reminderHandlers },
    jobs: {
      'reminders.plan': (data) => planReminders(parts, data),
      'reminders.replan': (data) => replanReminders(parts, data),
      'reminders.remind': (data) => remind(parts, data),
      'reminders.climb': (data) => escalateContact(runJob, data),
      'reminders.climb-after-call': (data) => climbAfterCall(runJob, data),
    },
    subscribes: {
      'consent.sent': ['reminders.plan'],
      'consent.viewed': ['reminders.plan'],
      'matter.changed': ['reminders.plan'],
      'message.undelivered': ['reminders.climb'],
      'task.completed': ['reminders.climb-after-call'],
    },
    sweeps: { reminders: { seconds: 60, run: () => sweepReminders(runSweep) } },
  }
}
