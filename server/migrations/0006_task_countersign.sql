-- A clinician may be asked to countersign.
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_kind";--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_kind" CHECK (kind in ('urgent-worry', 'worry', 'call', 'letter', 'answer', 'understanding', 'matter', 'talk', 'capacity', 'new-link', 'countersign'));