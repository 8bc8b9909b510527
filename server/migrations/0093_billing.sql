CREATE TABLE "billing_accounts" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"status" text,
	"plan" text,
	"monthly_pence" integer DEFAULT 0 NOT NULL,
	"period_ends_at" timestamp with time zone,
	"trial_ends_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"next_plan" text,
	"next_monthly_pence" integer,
	"next_plan_at" timestamp with time zone,
	"vat_number" text DEFAULT '' NOT NULL,
	"looks_begun" integer DEFAULT 0 NOT NULL,
	"look_applied" integer DEFAULT 0 NOT NULL,
	"looked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_accounts_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "billing_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "billing_attempts" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"plan" text,
	"state" text NOT NULL,
	"failure" text,
	"session_id" text,
	"by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "billing_attempts_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "billing_attempts_kind" CHECK (kind in ('checkout', 'portal', 'change', 'ending', 'vat-number')),
	CONSTRAINT "billing_attempts_state" CHECK (state in ('begun', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "billing_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "billing_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"is_fetched" boolean NOT NULL,
	"customer_id" text NOT NULL,
	"facts" jsonb NOT NULL,
	"applied_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "billing_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "graces" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "unpaid_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_attempts" ADD CONSTRAINT "billing_attempts_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_accounts_once" ON "billing_accounts" USING btree ("clinic_id");--> statement-breakpoint
CREATE INDEX "billing_accounts_by_customer" ON "billing_accounts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "billing_attempts_begun" ON "billing_attempts" USING btree ("created_at") WHERE state = 'begun';--> statement-breakpoint
CREATE INDEX "billing_events_of_customer" ON "billing_events" USING btree ("customer_id","happened_at");--> statement-breakpoint
CREATE INDEX "billing_events_by_time" ON "billing_events" USING btree ("happened_at");--> statement-breakpoint
CREATE INDEX "billing_events_waiting" ON "billing_events" USING btree ("received_at") WHERE applied_at is null;--> statement-breakpoint
CREATE POLICY "clinic" ON "billing_accounts" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "billing_accounts" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "billing_attempts" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "billing_attempts" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "admin" ON "billing_events" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);