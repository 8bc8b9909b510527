CREATE TABLE "capacity_assessments" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"form" text NOT NULL,
	"form_version" text NOT NULL,
	"law" text NOT NULL,
	"title" text NOT NULL,
	"answers" jsonb NOT NULL,
	"told" jsonb NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"post" text NOT NULL,
	"gdc_number" text,
	"hash" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"result" text NOT NULL,
	"decision" text NOT NULL,
	"assessed_at" timestamp with time zone NOT NULL,
	"place" text NOT NULL,
	"again" text NOT NULL,
	CONSTRAINT "capacity_assessments_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "capacity_assessments_number" UNIQUE("clinic_id","consent_id","number"),
	CONSTRAINT "capacity_assessments_form" CHECK (form in ('mental-capacity-act', 'adults-with-incapacity', 'northern-ireland')),
	CONSTRAINT "capacity_assessments_result" CHECK (result in ('has', 'lacks', 'open')),
	CONSTRAINT "capacity_assessments_again" CHECK ((number = 1) = (again = ''))
);
--> statement-breakpoint
ALTER TABLE "capacity_assessments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "capacity_decisions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"form" text NOT NULL,
	"form_version" text NOT NULL,
	"law" text NOT NULL,
	"title" text NOT NULL,
	"answers" jsonb NOT NULL,
	"told" jsonb NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"post" text NOT NULL,
	"gdc_number" text,
	"hash" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"choice" text NOT NULL,
	"assessment" integer NOT NULL,
	CONSTRAINT "capacity_decisions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "capacity_decisions_number" UNIQUE("clinic_id","consent_id","number"),
	CONSTRAINT "capacity_decisions_form" CHECK (form in ('mental-capacity-act', 'adults-with-incapacity', 'northern-ireland')),
	CONSTRAINT "capacity_decisions_choice" CHECK (choice in ('go-ahead', 'not-to-treat'))
);
--> statement-breakpoint
ALTER TABLE "capacity_decisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "signatures" DROP CONSTRAINT "signatures_way";--> statement-breakpoint
ALTER TABLE "signatures" DROP CONSTRAINT "signatures_role";--> statement-breakpoint
ALTER TABLE "capacity_assessments" ADD CONSTRAINT "capacity_assessments_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capacity_assessments" ADD CONSTRAINT "capacity_assessments_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capacity_decisions" ADD CONSTRAINT "capacity_decisions_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capacity_decisions" ADD CONSTRAINT "capacity_decisions_assessment" FOREIGN KEY ("clinic_id","consent_id","assessment") REFERENCES "public"."capacity_assessments"("clinic_id","consent_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capacity_decisions" ADD CONSTRAINT "capacity_decisions_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_decided" CHECK ((signer_role = 'decision-maker') = (mark ->> 'kind' = 'decided'));--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_way" CHECK ((link_id is null) = (mark ->> 'kind' in ('paper', 'decided')));--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_role" CHECK (signer_role in ('patient', 'parent', 'attorney', 'deputy', 'guardian', 'decision-maker'));--> statement-breakpoint
CREATE POLICY "clinic" ON "capacity_assessments" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "capacity_assessments" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint
CREATE POLICY "clinic" ON "capacity_decisions" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);