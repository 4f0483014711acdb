# A webhook receiver with Ruby, without dependencies: WEBHOOK_SECRETS=whsec_… ruby receiver.rb
require 'json'
require 'openssl'
require 'socket'

# region verify
# Whether the service signed these bytes recently. Pass two secrets during a rotation.
def genuine?(raw_body, header, secrets, now = Time.now.to_i)
  found = /\At=(?<t>[0-9]{1,12}),v1=(?<v1>[0-9a-f]{64})\z/.match(header.to_s)
  return false if found.nil?

  signed = "#{found[:t]}.".b + raw_body.b
  by = secrets.select do |secret|
    OpenSSL.fixed_length_secure_compare(OpenSSL::HMAC.hexdigest('SHA256', secret, signed), found[:v1])
  end
  by.any? && (now - found[:t].to_i).abs <= 300
end
# endregion

secrets = ENV.fetch('WEBHOOK_SECRETS').split(',')
seen = {} # in production, a table with the body under a unique key

server = TCPServer.new('127.0.0.1', Integer(ENV.fetch('PORT', '3000')))
$stdout.sync = true
puts 'listening'
loop do
  # A framework does this for you. It must keep the body as received.
  client = server.accept
  client.gets
  headers = {}
  while (line = client.gets&.chomp) && !line.empty?
    name, value = line.split(': ', 2)
    headers[name.downcase] = value
  end
  raw_body = client.read(headers.fetch('content-length', '0').to_i)
  status = '401 Unauthorized'
  if genuine?(raw_body, headers['service-signature'], secrets)
    event_id = headers['service-event-id']
    puts "new #{event_id} #{JSON.parse(raw_body)['estado']}" unless seen.key?(event_id)
    seen[event_id] = true
    status = '204 No Content'
  end
  length = status.start_with?('204') ? '' : "Content-Length: 0\r\n"
  client.write "HTTP/1.1 #{status}\r\n#{length}Connection: close\r\n\r\n"
  client.close
end
