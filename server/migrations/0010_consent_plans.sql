CREATE TABLE "consent_attestations" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"capacity" text NOT NULL,
	"statement" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "consent_attestations_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "consent_attestations_role" CHECK (role in ('witness', 'interpreter'))
);
--> statement-breakpoint
ALTER TABLE "consent_attestations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "consent_discussions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"on" timestamp with time zone NOT NULL,
	"mode" text NOT NULL,
	"note" text NOT NULL,
	"what_matters" text DEFAULT '' NOT NULL,
	"understanding" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consent_discussions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "consent_discussions_mode" CHECK (mode in ('in-person', 'phone', 'video')),
	CONSTRAINT "consent_discussions_understanding" CHECK (understanding in ('explained-back', 'questions-answered', 'not-yet'))
);
--> statement-breakpoint
ALTER TABLE "consent_discussions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consents" DROP CONSTRAINT "consents_status";--> statement-breakpoint
ALTER TABLE "consents" DROP CONSTRAINT "consents_frozen";--> statement-breakpoint
DROP INDEX "consents_by_change";--> statement-breakpoint
DROP INDEX "consents_by_status";--> statement-breakpoint
ALTER TABLE "consent_items" ADD COLUMN "area" text;--> statement-breakpoint
ALTER TABLE "consent_items" ADD COLUMN "material" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_items" ADD COLUMN "price_pence" integer;--> statement-breakpoint
ALTER TABLE "consent_items" ADD COLUMN "band" text;--> statement-breakpoint
ALTER TABLE "consent_items" ADD COLUMN "placeholders" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "kind" text DEFAULT 'consent' NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "plan" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "treatment" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "teeth" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "reflection_hours" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "valid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "changed_plan" jsonb;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "reconfirm_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "agreed_changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "start_override" text;--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "declined" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_attestations" ADD CONSTRAINT "consent_attestations_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_attestations" ADD CONSTRAINT "consent_attestations_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_discussions" ADD CONSTRAINT "consent_discussions_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_discussions" ADD CONSTRAINT "consent_discussions_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consent_attestations_of" ON "consent_attestations" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "consent_discussions_of" ON "consent_discussions" USING btree ("clinic_id","consent_id");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_clinic_id_parent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","parent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consent_items_of_template" ON "consent_items" USING btree ("clinic_id","template_id","id");--> statement-breakpoint
CREATE INDEX "consents_to_reconfirm" ON "consents" USING btree ("clinic_id","reconfirm_since") WHERE reconfirm_since is not null;--> statement-breakpoint
CREATE INDEX "consents_ageing" ON "consents" USING btree ("valid_until") WHERE valid_until is not null and reconfirm_since is null;--> statement-breakpoint
CREATE INDEX "consents_by_change" ON "consents" USING btree ("clinic_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "consents_by_status" ON "consents" USING btree ("clinic_id","status","updated_at","id");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_kind" CHECK (kind in ('consent', 'addendum', 'refusal'));--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_parent" CHECK ((kind = 'addendum') = (parent_id is not null));--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_status" CHECK (status in ('draft', 'approved', 'sent', 'viewed', 'verbal', 'signed', 'finalised', 'declined', 'withdrawn', 'expired', 'voided', 'superseded'));--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_frozen" CHECK (status in ('draft', 'approved', 'voided') or (content is not null and content_hash is not null));--> statement-breakpoint
CREATE POLICY "clinic" ON "consent_attestations" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "consent_attestations" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint
CREATE POLICY "clinic" ON "consent_discussions" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "consent_discussions" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));