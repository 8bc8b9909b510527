CREATE TABLE "canned_answers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"title" text NOT NULL,
	"words" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "canned_answers_title" UNIQUE("title")
);
--> statement-breakpoint
ALTER TABLE "canned_answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_files" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"waiting_bytes" "bytea",
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_files_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "ticket_files_type" CHECK (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/plain'))
);
--> statement-breakpoint
ALTER TABLE "ticket_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_mails" (
	"hash" text PRIMARY KEY NOT NULL,
	"heard_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ticket_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_posts" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"author" text NOT NULL,
	"kind" text NOT NULL,
	"via" text NOT NULL,
	"name" text NOT NULL,
	"is_stranger" boolean DEFAULT false NOT NULL,
	"words" text NOT NULL,
	"left_out" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"delivery" text NOT NULL,
	"delivery_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_posts_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "ticket_posts_author" CHECK (author in ('practice', 'platform', 'system')),
	CONSTRAINT "ticket_posts_kind" CHECK (kind in ('message', 'note', 'event', 'automatic')),
	CONSTRAINT "ticket_posts_via" CHECK (via in ('web', 'email')),
	CONSTRAINT "ticket_posts_delivery" CHECK (delivery in ('none', 'queued', 'sending', 'sent', 'failed', 'unconfirmed'))
);
--> statement-breakpoint
ALTER TABLE "ticket_posts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tickets" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tickets_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1),
	"staff_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"priority" text NOT NULL,
	"assignee_id" text,
	"assignee_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"first_answered_at" timestamp with time zone,
	"first_answer_due_at" timestamp with time zone NOT NULL,
	"solution_due_at" timestamp with time zone NOT NULL,
	"paused_at" timestamp with time zone,
	"solved_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "tickets_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "tickets_kind" CHECK (kind in ('question', 'problem', 'account', 'billing', 'privacy', 'idea')),
	CONSTRAINT "tickets_status" CHECK (status in ('open', 'waiting-for-practice', 'waiting-for-us', 'solved', 'closed')),
	CONSTRAINT "tickets_priority" CHECK (priority in ('urgent', 'high', 'normal', 'low'))
);
--> statement-breakpoint
ALTER TABLE "tickets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_clinic_id_ticket_id_tickets_clinic_id_id_fk" FOREIGN KEY ("clinic_id","ticket_id") REFERENCES "public"."tickets"("clinic_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_clinic_id_post_id_ticket_posts_clinic_id_id_fk" FOREIGN KEY ("clinic_id","post_id") REFERENCES "public"."ticket_posts"("clinic_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_posts" ADD CONSTRAINT "ticket_posts_clinic_id_ticket_id_tickets_clinic_id_id_fk" FOREIGN KEY ("clinic_id","ticket_id") REFERENCES "public"."tickets"("clinic_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_files_of_ticket" ON "ticket_files" USING btree ("clinic_id","ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_mails_by_time" ON "ticket_mails" USING btree ("heard_at");--> statement-breakpoint
CREATE INDEX "ticket_posts_of_ticket" ON "ticket_posts" USING btree ("clinic_id","ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_posts_by_delivery" ON "ticket_posts" USING btree ("delivery","delivery_at");--> statement-breakpoint
CREATE INDEX "tickets_of_clinic" ON "tickets" USING btree ("clinic_id","updated_at");--> statement-breakpoint
CREATE INDEX "tickets_by_status" ON "tickets" USING btree ("status","solution_due_at");--> statement-breakpoint
CREATE INDEX "tickets_by_number" ON "tickets" USING btree ("number");--> statement-breakpoint
CREATE POLICY "admin" ON "canned_answers" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "ticket_files" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "ticket_files" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "admin" ON "ticket_mails" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "ticket_posts" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and kind <> 'note') WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and kind <> 'note' and author <> 'platform');--> statement-breakpoint
CREATE POLICY "admin" ON "ticket_posts" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "tickets" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "tickets" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);