// Lists the workflows on server-postgres: rows with serial ids, uuids and times that each reset makes anew.
import { at, call, joined } from "./suite.mjs";
import { startPostgres } from "./throw-away-postgres.mjs";

const SEED = `drop table if exists lines, orders, people cascade;
create table people (id serial primary key, name text not null, token uuid not null default gen_random_uuid(), joined timestamptz not null default now());
create table orders (id serial primary key, person int references people, placed timestamptz not null default clock_timestamp(), due date not null, paid boolean not null default false);
create table lines (order_id int references orders, item text not null, pieces int not null, price numeric(8,2) not null);
alter sequence orders_id_seq restart with 4711;
insert into people (name) values ('Ann'), ('Ben'), ('Cleo');
insert into orders (person, due) values (1, '2027-03-01'), (2, '2027-03-02'), (1, '2027-04-05');
insert into lines values (4711, 'rolls', 24, 18.00), (4711, 'butter', 2, 4.40), (4712, 'pie', 1, 9.00), (4713, 'rolls', 12, 9.00);
`;

export const postgres = {
  name: "server-postgres",
  package: "@modelcontextprotocol/server-postgres",
  version: "0.6.2",
  main: "dist/index.js",
  async prepare({ folder, stops }) {
    const { url, psql } = await startPostgres(folder, stops);
    return {
      args: [url],
      files: { "seed.sql": SEED },
      config: { reset: `'${psql}' -q -v ON_ERROR_STOP=1 -f seed.sql '${url}'` },
    };
  },
  workflows: [
    {
      name: "find-an-order",
      steps: [
        {
          user: "What did Ann order first, and when is it due?",
          expectTools: ["query"],
          expectedState: "24 rolls",
          turns: [
            call("query", { sql: "select id, token, joined from people where name = 'Ann'" }),
            call("query", {
              sql: joined(
                "select id, placed, due, paid from orders where person = ",
                at(1, "/0/id"),
                " order by id limit 1",
              ),
            }),
            call("query", {
              sql: joined(
                "select item, pieces, price from lines where order_id = ",
                at(2, "/0/id"),
                " order by price desc",
              ),
            }),
            { text: "24 rolls and 2 of butter, due on 2027-03-01." },
          ],
        },
        {
          user: "Look her up by her token",
          expectTools: ["query"],
          expectedState: "Ann",
          turns: [
            call("query", { sql: joined("select name from people where token = '", at(1, "/0/token"), "'") }),
            { text: "It is Ann's." },
          ],
        },
      ],
    },
    {
      name: "report-of-sales",
      steps: [
        {
          user: "How much is ordered per person, as of now?",
          expectTools: ["query"],
          expectedState: "31.40",
          turns: [
            call("query", {
              sql: "select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2",
            }),
            call("query", {
              sql: "select p.name, count(distinct o.id) as orders, sum(l.price) as total, max(o.placed) as latest from people p join orders o on o.person = p.id join lines l on l.order_id = o.id group by p.name order by total desc",
            }),
            call("query", {
              sql: "select now() as now, current_date as today, pg_backend_pid() as pid, count(*)::int as open from orders where not paid",
            }),
            { text: "Ann: 31.40, Ben: 9.00." },
          ],
        },
        {
          user: "Which tables are the largest?",
          expectTools: ["query"],
          turns: [
            call("query", {
              sql: "select relname, pg_total_relation_size(oid)::int as bytes, oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
            }),
            { text: "They are all small." },
          ],
        },
      ],
    },
  ],
};
