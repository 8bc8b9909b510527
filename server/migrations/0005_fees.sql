-- What treatments cost. A row is added for each change, and only ever ended.
CREATE TABLE "fees" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"template_id" uuid NOT NULL,
	"price_pence" integer,
	"unit" text NOT NULL,
	"band" text,
	"effective_from" date NOT NULL,
	"ends_on" date,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fees_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "fees_price" CHECK (price_pence >= 0),
	CONSTRAINT "fees_unit" CHECK (unit in ('treatment', 'tooth', 'visit')),
	CONSTRAINT "fees_band" CHECK (band in ('private', 'band-1', 'band-2', 'band-3', 'urgent', 'by-item', 'exempt')),
	CONSTRAINT "fees_something" CHECK (price_pence is not null or band is not null)
);
--> statement-breakpoint
ALTER TABLE "fees" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_clinic_id_created_by_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","created_by") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fees_of_template" ON "fees" USING btree ("clinic_id","template_id");--> statement-breakpoint
CREATE POLICY "clinic" ON "fees" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
grant select, insert, update (ends_on) on fees to candour_clinic;
