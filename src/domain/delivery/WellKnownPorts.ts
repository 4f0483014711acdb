/**
 * Ports above 1023 that other kinds of servers customarily use: databases, caches, queues, mail, remote control. A
 * setting may replace the list (contract 4.20). None is in the range from which systems assign ports automatically.
 */
export const wellKnownPorts: ReadonlySet<number> = new Set([
  1080, // SOCKS
  1433, // SQL Server
  1434, // SQL Server, browser
  1521, // Oracle
  1883, // MQTT
  2049, // NFS
  2181, // ZooKeeper
  2375, // Docker
  2376, // Docker over TLS
  2379, // etcd
  2380, // etcd, peers
  2525, // mail
  3128, // Squid
  3260, // iSCSI
  3306, // MySQL
  3389, // remote desktop
  4222, // NATS
  4369, // Erlang's port mapper
  5060, // SIP
  5061, // SIP over TLS
  5222, // XMPP
  5269, // XMPP between servers
  5432, // PostgreSQL
  5433, // PostgreSQL, second server
  5671, // AMQP over TLS
  5672, // AMQP
  5900, // VNC
  5984, // CouchDB
  5985, // Windows remote management
  5986, // Windows remote management over TLS
  6379, // Redis
  6380, // Redis over TLS
  6432, // PgBouncer
  6443, // Kubernetes
  6667, // IRC
  6697, // IRC over TLS
  7000, // Cassandra, between nodes
  7001, // Cassandra, between nodes, over TLS
  7199, // Cassandra, JMX
  7474, // Neo4j
  7687, // Neo4j, Bolt
  8086, // InfluxDB
  8123, // ClickHouse
  8200, // Vault
  8300, // Consul
  8500, // Consul
  8529, // ArangoDB
  8883, // MQTT over TLS
  9042, // Cassandra
  9092, // Kafka
  9160, // Cassandra, Thrift
  9200, // Elasticsearch
  9300, // Elasticsearch, between nodes
  10250, // kubelet
  11211, // memcached
  15672, // RabbitMQ, management
  26257, // CockroachDB
  27017, // MongoDB
  27018, // MongoDB, shard
  27019, // MongoDB, configuration
  28015, // RethinkDB
])
